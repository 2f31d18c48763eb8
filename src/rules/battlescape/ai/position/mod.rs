//! What a hex is worth to a unit: what it could do to the enemy from there, and what they to it.
//!
//! **Invariant:** integers; ties go to the lower hex, target and mode.

mod shots;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::cmp::Reverse;

use hexx::Hex;

use self::shots::strays;
use crate::battle::grid::{self, Direction, TileId};
use crate::battle::path::Reach;
use crate::battle::sight::{self, Sightline};
use crate::battle::unit::UnitId;
use crate::content::terrain::Cover;
use crate::rules::battlescape::ai::field::Field;
use crate::rules::battlescape::ai::hazards::{Hazards, way_harm};
use crate::rules::battlescape::ai::lines::Lines;
use crate::rules::battlescape::ai::odds::{KnownOdds, Pair};
use crate::rules::battlescape::ai::peril::Peril;
use crate::rules::battlescape::ai::promise::{Aims, Promises};
use crate::rules::battlescape::ai::shelter::Shelters;
use crate::rules::battlescape::attack;
use crate::rules::battlescape::content::ai::{AiFigures, ModeFigures};
use crate::rules::battlescape::content::{FireMode, ModeCost, UnitKind, Weapon, WeaponClass};
use crate::rules::battlescape::nerve::is_conscious;
use crate::rules::battlescape::shot::{Gunsight, Shooter, Target};
use crate::rules::battlescape::side_view::SideView;
use crate::rules::battlescape::soldier::UnitState;
use crate::rules::kit::planner::{self, Feature, Weight};

/// An enemy in sight, with what is asked of it most.
#[derive(Clone, Copy)]
pub(super) struct Foe<'w> {
    pub id: UnitId,
    pub state: UnitState,
    /// Where it stands.
    pub hex: Hex,
    pub kind: &'w UnitKind,
    pub weapon: &'w Weapon,
    /// Hexes its weapon reaches.
    reach: u32,
    /// Weight of harm done to it, percent; lower while it is unconscious.
    worth: u64,
}

impl<'w> Foe<'w> {
    /// Looks at an enemy.
    pub fn new(view: SideView<'w>, id: UnitId) -> Self {
        let state = view.unit(id);
        let content = view.rulebook().content();
        let weapon = content.weapon(state.arms.weapon);
        let worth = match is_conscious(state.health, state.shock) {
            true => 100,
            false => content.ai.special.unconscious_percent.into(),
        };
        Self {
            id,
            state,
            worth,
            hex: view.grid().hex(state.tile),
            kind: view.kind(id),
            weapon,
            reach: u32::from(attack::reach(view.figures(), weapon)),
        }
    }
}

/// Hexes that an enemy who has to come close may walk first.
pub(super) const MELEE_WALK: u32 = 8;

/// Leaves out enemies too far away to matter to a unit on any of these hexes: out of range of each other,
/// and never the nearest one.
pub(super) fn of_concern<'f, 'w>(
    view: SideView<'w>,
    id: UnitId,
    foes: &'f [Foe<'w>],
    tiles: &[TileId],
) -> Cow<'f, [Foe<'w>]> {
    // Of few enemies it takes longer to tell than to look at all.
    if foes.len() <= 8 {
        return foes.into();
    }
    let grid = view.grid();
    let here = view.unit(id).tile;
    let apart = |tile: TileId| grid.distance(here, tile);
    let nearest = foes.iter().map(|foe| apart(foe.state.tile)).min();
    let away = tiles.iter().map(|&tile| apart(tile)).max().unwrap_or(0);
    let range = u32::from(attack::reach(view.figures(), view.weapon(id)));
    let matters = |foe: &&Foe| {
        let range = range.max(foe.reach + MELEE_WALK);
        apart(foe.state.tile) <= (away + range).max(2 * away + nearest.unwrap_or(0))
    };
    foes.iter().filter(matters).copied().collect()
}

/// What is kept from decision to decision for whoever weighs hexes.
pub(super) struct Stores<'a> {
    pub odds: &'a mut KnownOdds,
    pub lines: &'a mut Lines,
    pub promises: &'a mut Promises,
    pub shelters: &'a mut Shelters,
}

/// Weighs hexes for one unit.
pub(super) struct Weigher<'a, 'w> {
    view: SideView<'w>,
    state: &'a UnitState,
    figures: &'w AiFigures,
    mode: &'w ModeFigures,
    pub weights: Weights,
    foes: &'a [Foe<'w>],
    /// What the foes, in their order, and enemies out of sight may do to the unit.
    perils: Vec<Peril<'w>>,
    /// Where comrades stand that go with it.
    company: &'a [Hex],
    /// How far they are from the hex weighed last.
    distances: Vec<u32>,
    odds: &'a mut KnownOdds,
    lines: &'a mut Lines,
    promises: &'a mut Promises,
    shelters: &'a mut Shelters,
    field: Option<&'a Field>,
    /// Whether a comrade near by is trying to get away.
    covers: bool,
    id: UnitId,
    hazards: Hazards<'w>,
    gunsight: Gunsight<'w>,
    shooter: Shooter<'w>,
    weapon: &'w Weapon,
    /// Rings the weapon affects around the hex it strikes, and most hexes that its misses are off.
    radius: u8,
    scatter: u8,
    /// Modes of the weapon that its magazine allows, with their costs.
    modes: Vec<(FireMode, ModeCost)>,
    /// Each foe as a target.
    targets: Vec<Aim>,
    /// The hex weighed last, and which sides would see the unit there, as far as asked for.
    watched: Watched,
    /// Lines of sight from it to the foes, as far as asked for.
    sightlines: Vec<Option<Sightline>>,
}

/// Which sides would see a unit on a hex by those of their units that are in sight.
#[derive(Clone, Copy, Default)]
struct Watched {
    tile: Option<TileId>,
    /// Sides that were asked for, a bit each.
    asked: u8,
    /// Those of them that would see it.
    seen_by: u8,
}

/// A foe as a target of the unit that weighs.
struct Aim {
    target: Target,
    /// Rings in which misses would leave it, once asked for.
    rings: OnceCell<[[u8; 2]; 6]>,
    /// The two as the odds know them, once asked for.
    pair: OnceCell<Pair>,
    /// Whether an area around it would strike a comrade.
    is_near_friend: bool,
    /// Comrades that misses would strike, in percent of the hexes where they may come down, added up.
    strays: u32,
}

/// What a hex is worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    /// How much of each feature it has, in the order of [`weights`].
    values: [i32; FEATURES],
    /// Points of these.
    pub score: i32,
    /// Best attack from there.
    pub attack: Option<(UnitId, FireMode)>,
}

impl Worth {
    /// Lists what counts for and against the hex, given what each feature weighs.
    pub fn features(&self, weights: &Weights) -> Vec<Feature> {
        let weighed = weights.iter().zip(self.values);
        weighed.map(|(weight, value)| weight.of(value)).collect()
    }
}

/// What each feature of a hex counts for.
pub(super) type Weights = [Weight; FEATURES];

const FEATURES: usize = 8;

/// Weighs what counts for and against a hex for a unit that fights in a mode.
fn weights(figures: &AiFigures, mode: &ModeFigures, state: &UnitState, weapon: &Weapon) -> Weights {
    let (offense, caution) = match is_retreating(state, mode) {
        true => (
            mode.offense / figures.retreat.offense_part,
            mode.caution * figures.retreat.caution_times,
        ),
        false => (mode.offense, mode.caution),
    };
    let is_melee = weapon.class == WeaponClass::Melee && !weapon.modes.is_empty();
    let closing = match is_melee {
        true => figures.melee_closing,
        false => mode.closing,
    };
    let reaction = figures.peril.reaction_weight;
    [
        Weight::percent("damage dealt", offense),
        Weight::percent("danger", -caution),
        Weight::percent("reaction fire", -reaction),
        Weight::each("hexes from comrades", -figures.support.weight),
        Weight::each("hexes to the enemy", -closing),
        Weight::each("steps to the goal", -figures.objective_weight),
        Weight::each("terrain damage", -1),
        Weight::percent("reaction fire on the way", -reaction),
    ]
}

/// Whether a hex has cover of its own or beside it.
pub(super) fn has_cover(view: SideView, tile: TileId) -> bool {
    Direction::ALL
        .iter()
        .any(|&side| view.cover_towards(tile, side) != Cover::None)
}

/// Whether a unit is hurt so much that its mode has it look to its safety first.
pub(super) fn is_retreating(state: &UnitState, mode: &ModeFigures) -> bool {
    u32::from(state.health.now) * 100
        <= u32::from(state.health.max) * u32::from(mode.retreat_percent)
}

impl<'a, 'w> Weigher<'a, 'w> {
    /// Gets ready to weigh hexes for a unit against the foes in sight.
    pub fn new(
        view: SideView<'w>,
        unit: (UnitId, &'a UnitState),
        comrades: &[(UnitId, UnitState)],
        foes: &'a [Foe<'w>],
        mode: &'w ModeFigures,
        stores: Stores<'a>,
    ) -> Self {
        let Stores {
            odds,
            lines,
            promises,
            shelters,
        } = stores;
        let (id, state) = unit;
        let figures = view.figures();
        let weapon = view.rulebook().content().weapon(state.arms.weapon);
        let area = attack::Area::of(figures, weapon);
        let radius = area.as_ref().map_or(0, |area| area.radius);
        let scatter = area.as_ref().map_or(0, |area| area.scatter);
        let gunsight = view.gunsight();
        // From here it stands up first, if it has to.
        let shooter = gunsight.shooter(id).standing();
        let payable = |mode: FireMode| {
            let cost = attack::mode_cost(figures, weapon, mode).ok()?;
            let has_rounds = weapon.magazine == 0 || state.arms.rounds >= u16::from(cost.rounds);
            has_rounds.then_some((mode, cost))
        };
        odds.make_room();
        lines.fit(view);
        let grid = view.grid();
        let aim = |foe: &Foe| {
            let target = gunsight.target_in(foe.id, &foe.state);
            let is_near = |(other, comrade): &(UnitId, UnitState)| {
                *other != id && grid.distance(foe.state.tile, comrade.tile) <= u32::from(radius)
            };
            Aim {
                rings: OnceCell::new(),
                pair: OnceCell::new(),
                target,
                is_near_friend: radius > 0 && comrades.iter().any(is_near),
                strays: match radius {
                    0 => 0,
                    _ => (comrades.iter().filter(|(other, _)| *other != id))
                        .map(|(_, state)| {
                            strays(&grid, foe.state.tile, state.tile, radius, scatter)
                        })
                        .sum(),
                },
            }
        };
        let ai = &view.rulebook().content().ai;
        let seen = foes.iter().map(|foe| Peril::seen(view, id, foe));
        let gone =
            (view.last_seen()).filter_map(|(enemy, at)| Peril::remembered(view, id, enemy, at, ai));
        Self {
            view,
            state,
            figures: ai,
            mode,
            weights: weights(ai, mode, state, weapon),
            foes,
            perils: seen.chain(gone).collect(),
            company: &[],
            distances: Vec::new(),
            odds,
            lines,
            promises,
            shelters,
            field: None,
            covers: false,
            id,
            hazards: Hazards::new(view, id),
            gunsight,
            shooter,
            weapon,
            radius,
            scatter,
            modes: attack::modes(weapon).filter_map(payable).collect(),
            targets: foes.iter().map(aim).collect(),
            watched: Watched::default(),
            sightlines: Vec::new(),
        }
    }

    /// Has the way to the objective count.
    pub fn towards(self, field: Option<&'a Field>) -> Self {
        Self { field, ..self }
    }

    /// Has the distance to comrades count.
    pub fn together_with(self, company: &'a [Hex]) -> Self {
        Self { company, ..self }
    }

    /// Has keeping heads down count for more: a comrade near by is trying to get away.
    pub fn covering(self, covers: bool) -> Self {
        Self { covers, ..self }
    }

    /// Weighs a hex the unit would stand on with so many TU left.
    pub fn weigh(&mut self, tile: TileId, tu: u16, is_here: bool) -> Worth {
        (self.weigh_from(tile, tu, is_here, None)).expect("nothing less was asked for")
    }

    /// Does the same; `None` if the hex is found to be worth less than so many points, which spares the
    /// look at what enemies may do there.
    fn weigh_from(
        &mut self,
        tile: TileId,
        tu: u16,
        is_here: bool,
        least: Option<i32>,
    ) -> Option<Worth> {
        let hex = self.view.grid().hex(tile);
        let apart = |foe: &Foe| grid::length(foe.hex - hex);
        let nearest = self.foes.iter().map(apart).min().unwrap_or(0);
        let goal = (self.field).map_or(0, |field| field.steps_weighed(tile));
        let loneliness = self.loneliness(hex).cast_signed();
        let ground = self.hazards.on(tile).cast_signed();
        let (offense, attack) = self.best_attack(tile, hex, tu, is_here);
        let values = |danger, reaction| {
            let nearest = nearest.cast_signed();
            // The reaction fire that the way there draws is not asked for before it matters.
            [
                offense, danger, reaction, loneliness, nearest, goal, ground, 0,
            ]
        };
        if least.is_some_and(|least| planner::score(&self.weights, &values(0, 0)) < least) {
            return None;
        }
        let danger = self.exposure(tile, hex);
        let reaction = match attack {
            Some(_) => self.reaction_to_attack(tile),
            None => 0,
        };
        let values = values(danger, reaction);
        Some(Worth {
            values,
            score: planner::score(&self.weights, &values),
            attack,
        })
    }

    /// Counts what the way to a hex is known to take and the reaction fire that it draws.
    fn count_way(&self, worth: &mut Worth, losses: i32, reactions: i32) {
        let [.., ground, way] = &mut worth.values;
        *ground += losses;
        *way = reactions;
        worth.score = planner::score(&self.weights, &worth.values);
    }

    /// Finds the best hex in reach, by full weight among the most promising ones.
    ///
    /// Whoever has somewhere to go and is fit to fight stops where it can attack, or nearer to its
    /// goal or enemy: hidden where it came from, it would come out again at once.
    ///
    /// Hexes worth less than `least` points may be left out.
    pub fn best_position(
        &mut self,
        reach: &Reach,
        least: i32,
        mut weighed: Option<&mut Vec<(TileId, Worth)>>,
    ) -> Option<(TileId, Worth)> {
        let preferred = match self.weapon.class {
            // Who looks for safety wants to be far away.
            _ if self.mode.closing < 0 => 30,
            WeaponClass::Melee => 1,
            WeaponClass::Pistol | WeaponClass::Smg => 4,
            WeaponClass::Rifle | WeaponClass::Heavy => 6,
            WeaponClass::Sniper => 10,
        };
        // In order of hexes, since of equally near ones the lowest counts.
        let mut enemies: Vec<_> = self.foes.iter().map(|foe| foe.state.tile).collect();
        enemies.sort_unstable();
        let hexes: Vec<_> = (enemies.iter())
            .map(|&tile| reach.around().hex(tile))
            .collect();
        let aims = Aims {
            enemies: &hexes,
            distance: preferred,
            goal: (self.field).map(|field| (field, self.figures.objective_weight)),
        };
        let (view, most) = (self.view, self.figures.candidates);
        let cover = |tile, next| view.cover_beside(tile, next);
        let sheltered = self.shelters.known_to(view);
        let here = self.state.tile;
        let promising = (self.promises).choose(reach, here, &aims, most, sheltered, cover);
        let nearest = |tile| {
            let hex = reach.around().hex(tile);
            hexes.iter().map(|&enemy| grid::length(enemy - hex)).min()
        };
        let far = |tile| match self.field {
            Some(field) => field.steps(tile),
            None => nearest(tile),
        };
        let here = far(self.state.tile).unwrap_or(u32::MAX);
        let has_goal = self.mode.roams || self.field.is_some();
        let may_hide = !has_goal || is_retreating(self.state, self.mode);
        let may_hide = may_hide || self.is_spent();
        let presses: Vec<_> = (promising.iter())
            .map(|&tile| may_hide || far(tile).is_some_and(|steps| steps < here))
            .collect();
        let running = self.view.running_cost(self.id);
        let [_, danger, reaction, .., way] = &self.weights;
        let has_perils_only_lower = [danger, reaction, way]
            .iter()
            .all(|weight| weight.only_lowers());
        let mut best: Option<(TileId, Worth)> = None;
        for (tile, presses) in promising.into_iter().zip(presses) {
            if self.state.footing.left.contains(&Some(tile)) {
                continue;
            }
            let cost = running.total(reach.cost(tile).unwrap_or(0));
            let left = u32::from(self.state.tu.now).saturating_sub(cost);
            let left = u16::try_from(left).unwrap_or(0);
            // It would not be chosen, whatever else it is worth.
            if !presses && weighed.is_none() && self.tu_to_fire(left, false).is_none() {
                continue;
            }
            let most = best.map_or(least, |(_, so_far)| least.max(so_far.score));
            let may_skip = weighed.is_none() && has_perils_only_lower;
            let Some(mut worth) = self.weigh_from(tile, left, false, may_skip.then_some(most))
            else {
                continue;
            };
            let is_in_question = best.is_none_or(|(_, so_far)| worth.score >= so_far.score);
            if is_in_question || weighed.is_some() {
                let (falls, ground) = way_harm(self.view, (self.id, self.state), reach, tile);
                let reactions = self.reaction_on_way(reach, tile);
                self.count_way(&mut worth, (falls + ground).cast_signed(), reactions);
            }
            if let Some(weighed) = &mut weighed {
                weighed.push((tile, worth));
            }
            let is_better = best.is_none_or(|(other, so_far)| {
                (worth.score, Reverse(tile)) > (so_far.score, Reverse(other))
            });
            if is_better && (presses || worth.attack.is_some()) {
                best = Some((tile, worth));
            }
        }
        best
    }

    /// How exposed a hex is to enemies, seen or remembered, in points.
    fn exposure(&mut self, tile: TileId, hex: Hex) -> i32 {
        let dangers = (0..self.perils.len()).map(|place| self.danger(place, (tile, hex)));
        i32::try_from(dangers.sum::<u32>()).unwrap_or(i32::MAX / 1000)
    }

    /// Returns the line of sight from the hex that is weighed to where an enemy is or was: the same one
    /// both ways, looked up where either asks for it.
    fn line(&mut self, place: usize, tile: TileId) -> Sightline {
        let to = self.perils[place].tile;
        let mut look = || self.lines.sight(self.view, tile, to);
        match self.sightlines.get_mut(place) {
            Some(line) => *line.get_or_insert_with(look),
            None => look(),
        }
    }

    /// What one enemy, seen or remembered, may do to the unit on a hex in a turn, percent of its health.
    fn danger(&mut self, place: usize, (tile, hex): (TileId, Hex)) -> u32 {
        let peril = &self.perils[place];
        let distance = grid::length(peril.hex - hex);
        if !peril.reaches(distance) {
            return 0;
        }
        let line = self.line(place, tile).reversed();
        let peril = &self.perils[place];
        if !line.open && !peril.comes_close {
            return 0;
        }
        let cover = sight::cover_of_shot(self.view.layers(), tile, &line).cover;
        peril.harm(self.view.figures(), distance, &line, cover)
    }

    /// What a reaction shot of one enemy may do to the unit on a hex, percent of its health; `None` if it
    /// cannot be fired.
    fn reaction(&mut self, place: usize, tile: TileId) -> Option<u32> {
        let peril = &self.perils[place];
        let apart = || self.view.grid().distance(peril.tile, tile);
        if peril.shots == 0 || !peril.watches(apart()) {
            return None;
        }
        let distance = apart();
        let to = peril.tile;
        let line = self.lines.sight(self.view, tile, to).reversed();
        let peril = &self.perils[place];
        let cover = || sight::cover_of_shot(self.view.layers(), tile, &line).cover;
        (line.open).then(|| peril.reaction(self.view.figures(), distance, &line, cover()))
    }

    /// What reaction fire at an act on a hex may do to the unit, percent of its health.
    pub fn reaction_to_attack(&mut self, tile: TileId) -> i32 {
        let harm: u32 = (0..self.perils.len())
            .filter_map(|place| self.reaction(place, tile))
            .sum();
        harm.cast_signed()
    }

    /// What reaction fire on the way to a hex may do to the unit, percent of its health.
    fn reaction_on_way(&mut self, reach: &Reach, tile: TileId) -> i32 {
        if self.perils.iter().all(|peril| peril.shots == 0) {
            return 0;
        }
        let grid = self.view.grid();
        let path = reach.path_to(tile).unwrap_or_default();
        let mut harm = 0;
        for place in 0..self.perils.len() {
            let (mut at, mut shots) = (self.state.tile, self.perils[place].shots);
            for &direction in &path {
                if shots == 0 {
                    break;
                }
                at = grid.neighbor(at, direction).unwrap_or(at);
                if let Some(one) = self.reaction(place, at) {
                    harm += one;
                    shots -= 1;
                }
            }
        }
        harm.cast_signed()
    }

    /// Hexes that comrades are farther off than they should be.
    fn loneliness(&mut self, hex: Hex) -> u32 {
        let (figures, company) = (&self.figures.support, self.company);
        // Most hexes are near enough, which is quickly told.
        match is_near(hex, company, figures.comrades, figures.hexes) {
            true => 0,
            false => {
                let apart = apart(hex, company, figures.comrades, &mut self.distances);
                apart.saturating_sub(figures.hexes)
            }
        }
    }
}

/// Whether [`apart`] is at most so many hexes.
pub(super) fn is_near(hex: Hex, company: &[Hex], count: usize, hexes: u32) -> bool {
    let near = |&&other: &&Hex| grid::length(other - hex) <= hexes;
    let wanted = count.min(company.len());
    company.iter().filter(near).take(wanted).count() == wanted
}

/// Returns how many hexes a hex is away from the last of so many nearest comrades; 0 if there is none.
/// `distances` is storage to use again.
pub(super) fn apart(hex: Hex, company: &[Hex], count: usize, distances: &mut Vec<u32>) -> u32 {
    let Some(last) = count.min(company.len()).checked_sub(1) else {
        return 0;
    };
    distances.clear();
    distances.extend(company.iter().map(|&other| grid::length(other - hex)));
    *distances.select_nth_unstable(last).1
}
