//! What enemies could do to a unit on a hex, in percent of its health.
//!
//! **Invariant:** an enemy in sight counts with what it shows, one out of sight as it was seen last:
//! where, and of which kind.

use hexx::Hex;

use crate::battle::grid::TileId;
use crate::battle::knowledge::Sighting;
use crate::battle::sight::Sightline;
use crate::battle::unit::UnitId;
use crate::content::terrain::Cover;
use crate::rules::battlescape::ai::position::Foe;
use crate::rules::battlescape::attack::{self, pct};
use crate::rules::battlescape::content::ai::AiFigures;
use crate::rules::battlescape::content::{
    Figures, FireMode, RangeBand, UnitKind, Weapon, WeaponClass,
};
use crate::rules::battlescape::side_view::SideView;
use crate::rules::battlescape::soldier::Condition;

/// Parts of a percent that harm is counted in.
const FINE: u32 = 10;

/// An enemy, seen or remembered, as a danger to one unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peril<'w> {
    /// Where it stands or stood.
    pub tile: TileId,
    pub hex: Hex,
    bands: &'w [RangeBand],
    /// Hexes at which it strikes, after a walk if it has to come close.
    reach: u32,
    /// Hexes within which it sees whoever it reacts to.
    vision: u32,
    /// Chance of a snap shot before range and cover, percent.
    accuracy: i32,
    /// Least and most chance, percent.
    bounds: (i32, i32),
    /// What a hit in the open takes, and all hits of a turn, in tenths of percent of the unit's health.
    hit: u32,
    turn: u32,
    /// Reaction shots that it may fire yet.
    pub shots: u32,
    /// Whether it has to come close.
    pub comes_close: bool,
}

impl<'w> Peril<'w> {
    /// Judges an enemy in sight for a unit.
    pub fn seen(view: SideView<'w>, id: UnitId, foe: &Foe<'w>) -> Self {
        let figures = view.figures();
        let state = &foe.state;
        let is_able = state.can_act();
        let mut peril = Self::of(view, id, foe.kind, foe.weapon, state.tile);
        peril.accuracy += match state.nerve.suppressed > 0 {
            true => i32::from(figures.suppression.accuracy),
            false => 0,
        };
        peril.accuracy += match Condition::of(state.health, figures) {
            Condition::Critical => i32::from(figures.to_hit.critical_status),
            Condition::Fit | Condition::Wounded => 0,
        };
        if !is_able {
            peril.turn = 0;
        }
        if is_able && state.readiness.ready && state.nerve.suppressed == 0 {
            // Who has readied fire keeps TU for a second shot, as far as anybody can tell.
            peril.shots = 2_u32.saturating_sub(state.readiness.shots.into());
        }
        peril
    }

    /// Judges an enemy out of sight, if it was seen in one of the last turns.
    pub fn remembered(
        view: SideView<'w>,
        id: UnitId,
        enemy: UnitId,
        at: Sighting,
        ai: &AiFigures,
    ) -> Option<Self> {
        let ago = view.turn().number.saturating_sub(at.turn);
        if ago >= ai.peril.remembered_turns || !view.is_enemy(enemy) {
            return None;
        }
        let kind = view.kind(enemy);
        let weapon = view.rulebook().content().weapon(kind.weapon);
        let mut peril = Self::of(view, id, kind, weapon, at.tile);
        peril.turn = peril.turn * ai.peril.remembered_percent / 100;
        Some(peril)
    }

    fn of(
        view: SideView<'w>,
        id: UnitId,
        kind: &'w UnitKind,
        weapon: &'w Weapon,
        tile: TileId,
    ) -> Self {
        let figures = view.figures();
        let comes_close = weapon.class == WeaponClass::Melee;
        let mode = match comes_close {
            true => FireMode::Strike,
            false if weapon.modes.contains(&FireMode::Snap) => FireMode::Snap,
            false => FireMode::Aimed,
        };
        let how = figures.modes.get(&mode);
        let shots = (attack::mode_cost(figures, weapon, mode))
            .map_or(0, |cost| u32::from(figures.tu.per_turn / cost.tu.max(1)));
        let health = u32::from(view.health(id).now.max(1));
        let hit = mean_damage(
            view,
            id,
            kind,
            weapon,
            how.map_or(100, |how| how.damage_percent),
        ) * 100
            * FINE
            / health;
        let hit = hit.min(100 * FINE);
        let walk = match comes_close {
            true => super::position::MELEE_WALK,
            false => 0,
        };
        Self {
            tile,
            hex: view.grid().hex(tile),
            bands: figures.bands.get(&weapon.class).map_or(&[], Vec::as_slice),
            reach: u32::from(attack::reach(figures, weapon)) + walk,
            vision: u32::from(kind.vision),
            accuracy: i32::from(kind.accuracy)
                + i32::from(weapon.accuracy)
                + how.map_or(0, |how| i32::from(how.accuracy)),
            bounds: (figures.to_hit.min.into(), figures.to_hit.max.into()),
            hit,
            turn: hit * shots,
            shots: 0,
            comes_close,
        }
    }

    /// Whether it may strike a hex so far off, if it has a line there.
    pub fn reaches(&self, distance: u32) -> bool {
        distance <= self.reach && self.turn > 0
    }

    /// Whether it may react to somebody so far off, if it has a line there.
    pub fn watches(&self, distance: u32) -> bool {
        self.shots > 0 && distance <= self.reach.min(self.vision)
    }

    /// What it is expected to do in a turn to the unit on a hex so far off, percent of its health.
    pub fn harm(&self, figures: &Figures, distance: u32, line: &Sightline, cover: Cover) -> u32 {
        self.expected(figures, self.turn, distance, line, cover) / FINE
    }

    /// What a reaction shot is expected to do to the unit, percent of its health.
    pub fn reaction(
        &self,
        figures: &Figures,
        distance: u32,
        line: &Sightline,
        cover: Cover,
    ) -> u32 {
        let hit = self.hit;
        let quick = Self {
            accuracy: self.accuracy + i32::from(figures.to_hit.reaction),
            ..*self
        };
        quick.expected(figures, hit, distance, line, cover) / FINE
    }

    fn expected(
        &self,
        figures: &Figures,
        damage: u32,
        distance: u32,
        line: &Sightline,
        cover: Cover,
    ) -> u32 {
        let rules = &figures.damage;
        let (to_hit, percent) = match cover {
            _ if self.comes_close => (0, 100),
            Cover::None => (0, 100),
            Cover::Half => (figures.to_hit.half_cover, rules.half_cover_percent),
            Cover::Full => (figures.to_hit.full_cover, rules.full_cover_percent),
        };
        let band = (self.bands.iter()).find(|band| distance <= u32::from(band.to));
        let smoke = i32::from(figures.to_hit.smoke_each) * i32::from(line.smoke);
        let chance = self.accuracy
            + i32::from(to_hit)
            + band.map_or(0, |band| i32::from(band.modifier))
            + smoke.max(i32::from(figures.to_hit.smoke_most))
            + i32::from(figures.to_hit.tree_each) * i32::from(line.trees);
        let chance = chance.clamp(self.bounds.0, self.bounds.1).cast_unsigned();
        pct(damage * chance / 100, percent)
    }
}

/// What a hit of a unit of a kind takes from another in the open, hit points.
fn mean_damage(
    view: SideView,
    id: UnitId,
    kind: &UnitKind,
    weapon: &Weapon,
    mode_percent: u16,
) -> u32 {
    let rules = &view.figures().damage;
    let armor = view.armor(id);
    let dice = u32::from(weapon.dice.count) * (u32::from(weapon.dice.sides) + 1) / 2;
    let is_strong_arm = weapon.class == WeaponClass::Melee
        || weapon.damage_type == crate::rules::battlescape::content::DamageType::Kinetic;
    let strength = match is_strong_arm {
        true => kind.strength.saturating_sub(rules.strength_base) / rules.strength_step.max(1),
        false => 0,
    };
    let matrix = (rules.matrix.get(&armor.class))
        .and_then(|row| row.get(&weapon.damage_type))
        .copied();
    let ar = (rules.types.get(&weapon.damage_type)).map_or(100, |kind| kind.ar_percent);
    let struck = pct(
        pct(dice, mode_percent) + u32::from(strength),
        matrix.unwrap_or(100),
    );
    let left = struck.saturating_sub(pct(u32::from(armor.rating), ar));
    left.max(rules.blocked.into())
}
