//! What a side's units could attack, and by which odds; what could attack them.
//!
//! **Invariant:** forecasts are those the fight rolls by, of targets in sight alone.

use crate::battle::dice::Exact;
use crate::battle::grid::{self, TileId};
use crate::battle::sight::{self, Sightline};
use crate::battle::unit::UnitId;
use crate::content::terrain::Cover;
use crate::rules::battlescape::attack::{self, Forecast};
use crate::rules::battlescape::content::items::{AbilityId, Charge, ItemKind};
use crate::rules::battlescape::content::{FireMode, ModeCost};
use crate::rules::battlescape::order::{Order, Refusal};
use crate::rules::battlescape::shot::{self, Gunsight, Obstruction};
use crate::rules::battlescape::side_view::SideView;
use crate::rules::battlescape::soldier::UnitState;
use crate::rules::battlescape::{ability, check, plan};

/// An enemy that a unit sees, and what it could do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scanned {
    /// The enemy.
    pub enemy: UnitId,
    /// Hexes to it.
    pub distance: u32,
    /// Modes that can be fired now, and their chances to hit in percent.
    pub shots: Vec<(FireMode, u8)>,
}

impl<'w> SideView<'w> {
    /// Returns the forecast of an attack by one's own unit from a hex, which need not be its own.
    ///
    /// # Errors
    /// Why the attack is impossible; TU are not looked at.
    pub fn forecast(
        self,
        shooter: UnitId,
        from: TileId,
        target: UnitId,
        mode: FireMode,
    ) -> Result<Forecast, Refusal> {
        if !self.is_visible(target) {
            return Err(Refusal::TargetNotVisible);
        }
        let shot = shot::shot(self.world, shooter, from, target, mode, false)?;
        Ok(attack::forecast(
            self.figures(),
            self.weapon(shooter),
            &shot,
        )?)
    }

    /// Returns the forecast of an attack as it would be if the target had no cover.
    ///
    /// # Errors
    /// Why the attack is impossible; TU are not looked at.
    pub fn forecast_bared(
        self,
        shooter: UnitId,
        from: TileId,
        target: UnitId,
        mode: FireMode,
    ) -> Result<Forecast, Refusal> {
        let shot = attack::Shot {
            cover: Cover::None,
            ..shot::shot(self.world, shooter, from, target, mode, false)?
        };
        Ok(attack::forecast(
            self.figures(),
            self.weapon(shooter),
            &shot,
        )?)
    }

    /// Returns the forecast of fire by one's own unit from a hex at another, against whoever may stand
    /// there without armor.
    ///
    /// # Errors
    /// Why the attack is impossible; TU are not looked at.
    pub fn forecast_at(
        self,
        shooter: UnitId,
        from: TileId,
        tile: TileId,
        mode: FireMode,
    ) -> Result<Forecast, Refusal> {
        let shot = shot::shot_at_hex(self.world, shooter, from, tile, mode, None)?;
        Ok(attack::forecast(
            self.figures(),
            self.weapon(shooter),
            &shot,
        )?)
    }

    /// Returns the rings a unit's weapon affects around the hex it strikes.
    pub fn weapon_radius(self, id: UnitId) -> u8 {
        attack::Area::of(self.figures(), self.weapon(id)).map_or(0, |area| area.radius)
    }

    /// Returns what throwing the grenade in a slot of one's own unit costs, TU.
    pub fn throw_tu(self, id: UnitId, slot: u8) -> u16 {
        check::throw_tu(self.figures(), self.units.part(id), slot)
    }

    /// Returns the forecast of a grenade thrown by one's own unit from a hex at another: against the
    /// known unit there, or whoever stands there without armor.
    ///
    /// # Errors
    /// Why it cannot be thrown; TU are not looked at.
    pub fn forecast_throw(
        self,
        thrower: UnitId,
        from: TileId,
        slot: u8,
        tile: TileId,
    ) -> Result<Forecast, Refusal> {
        let item = self.item(thrower, slot).ok_or(Refusal::EmptySlot)?;
        let ItemKind::Grenade(charge) = item.kind else {
            return Err(Refusal::NotThrowable);
        };
        shot::can_throw(self.world, thrower, from, tile)?;
        let target = self.unit_at(tile);
        let tu = self.throw_tu(thrower, slot);
        let shot = shot::throw_forecast(self.world, thrower, from, tile, &charge);
        let attack = plan::items::prepare_throw(self.world, &shot, &charge, target, tu);
        let health = target.map_or(0, |target| self.unit(target).health.now);
        Ok(attack.forecast(health, &mut Exact::default()))
    }

    /// Returns what an average throw of dice of a grenade takes from a known unit so many rings off the middle,
    /// hit points.
    pub fn usual_harm(self, thrower: UnitId, charge: &Charge, (unit, ring): (UnitId, u8)) -> u32 {
        let (figures, strength) = (self.figures(), self.kind(thrower).strength);
        let impact = attack::Impact::of_charge(figures, charge, strength, 0);
        let mean = charge.dice.map_or(0, |dice| {
            u32::from(dice.count) * (u32::from(dice.sides) + 1) / 2
        });
        let area = attack::Area::blast(&figures.blast, charge.radius);
        let rolled = attack::pct(mean, area.percent(ring).unwrap_or(0));
        let against = impact.against(figures, charge.damage_type, self.armor(unit));
        against.glance(rolled, 100).dealt
    }

    /// Returns the chance that the grenade in a slot of one's own unit lands on the hex it is thrown at,
    /// percent; 0 if that is no grenade.
    pub fn throw_chance(self, id: UnitId, slot: u8, tile: TileId) -> u8 {
        let Some(ItemKind::Grenade(charge)) = self.item(id, slot).map(|item| item.kind) else {
            return 0;
        };
        let shot = shot::throw(self.world, id, self.unit(id).tile, tile);
        let tu = self.throw_tu(id, slot);
        attack::throw(self.figures(), &charge, &shot, tu).aim.chance
    }

    /// Returns the chance that an ability of one's own unit gets through to a unit in sight, percent;
    /// `None` has no mind to reach.
    pub fn ability_chance(self, id: UnitId, ability: AbilityId, target: UnitId) -> Option<u8> {
        let ability = self.rulebook().content().ability(ability);
        (self.is_visible(target))
            .then(|| ability::chance(self.world, id, ability, target))
            .flatten()
    }

    /// Lists the hexes within some rings of a place, with their rings: walls that are known are struck
    /// but not passed.
    pub fn area(self, center: TileId, radius: u8) -> Vec<(TileId, u8)> {
        attack::area::reached(&self.grid(), self.layers(), center, radius)
    }

    /// Lists the units in sight that an area around a place strikes, with their rings.
    pub fn struck(self, center: TileId, radius: u8) -> impl Iterator<Item = (UnitId, u8)> + 'w {
        let (board, grid, layers) = (self.board, self.grid(), self.layers());
        let middle = grid.hex(center);
        self.units.ids().filter_map(move |id| {
            // Most units are far away.
            let apart = grid::length(board.place(id)? - middle);
            let seat = board.seat(id).filter(|_| apart <= u32::from(radius));
            let tile = seat.filter(|&tile| self.unit_at(tile) == Some(id))?;
            let ring = attack::area::ring_of(&grid, layers, center, radius, tile)?;
            Some((id, ring))
        })
    }

    /// Lists what one's own unit sees and could shoot from where it stands: each enemy in its sight,
    /// nearest first, with the chance of every mode it could pay for (the free Scan of §2).
    pub fn scan(self, id: UnitId) -> Vec<Scanned> {
        let state = self.unit(id);
        let mut found: Vec<_> = (self.enemies())
            .filter(|&enemy| self.all_knowledge.unit_sees(id, self.unit(enemy).tile))
            .map(|enemy| {
                let chance = |mode: FireMode| {
                    self.check(&Order::Attack(id, enemy, mode)).ok()?;
                    let forecast = self.forecast(id, state.tile, enemy, mode).ok()?;
                    Some((mode, forecast.attack.aim.chance))
                };
                Scanned {
                    enemy,
                    distance: self.grid().distance(state.tile, self.unit(enemy).tile),
                    shots: attack::modes(self.weapon(id)).filter_map(chance).collect(),
                }
            })
            .collect();
        found.sort_by_key(|one| (one.distance, one.enemy));
        found
    }

    /// Returns TU and rounds of a mode of a unit's weapon; `None` if it lacks the mode.
    pub fn mode_cost(self, id: UnitId, mode: FireMode) -> Option<ModeCost> {
        attack::mode_cost(self.figures(), self.weapon(id), mode).ok()
    }

    /// Returns how the side looks at its shots.
    pub fn gunsight(self) -> Gunsight<'w> {
        Gunsight::of(
            self.units,
            self.side,
            self.all_knowledge,
            self.rulebook.content(),
            self.makeups,
        )
    }

    /// Lists visible enemies that could fire at a unit on a hex: readied ones that the hex lies in
    /// sight and range of, as far as the side can tell.
    pub fn watchers(self, tile: TileId) -> Vec<UnitId> {
        self.enemies()
            .filter(|&id| {
                let state = self.unit(id);
                state.readiness.ready && self.could_fire_at(id, tile)
            })
            .collect()
    }

    /// Returns the forecast of a shot by a visible enemy from where it stands at one's own unit, as that
    /// would be: where and how `state` says. `None` if it cannot fire so, as far as the side can tell.
    ///
    /// It is taken for granted that the enemy's side would see the unit there.
    pub fn forecast_against(
        self,
        enemy: UnitId,
        id: UnitId,
        state: &UnitState,
        mode: FireMode,
        reaction: bool,
    ) -> Option<Forecast> {
        if !self.could_fire_at(enemy, state.tile) {
            return None;
        }
        let (board, gunsight) = (self.board, self.gunsight());
        let (shooter, target) = (gunsight.shooter(enemy), gunsight.target_in(id, state));
        let (from, sight) = (self.unit(enemy).tile, &self.figures().sight);
        let line = shot::line_by_memory(board, self.knowledge, sight, from, state.tile);
        let rings = gunsight.scatter_rings(&shooter, &target);
        let shot = attack::Shot {
            mode,
            reaction,
            ..gunsight.aim(&shooter, from, &target, &line, rings, true)
        };
        attack::forecast(self.figures(), self.weapon(enemy), &shot).ok()
    }

    /// Whether a visible enemy could hit a unit on a hex from where it stands.
    pub fn could_fire_at(self, enemy: UnitId, tile: TileId) -> bool {
        let from = self.unit(enemy).tile;
        let reach = attack::reach(self.figures(), self.weapon(enemy));
        self.grid().distance(from, tile) <= u32::from(reach)
            && shot::line_by_memory(
                self.board,
                self.knowledge,
                &self.figures().sight,
                from,
                tile,
            )
            .open
    }

    /// Names what blocks a line between two hexes that is not open, by what the side remembers.
    pub fn obstruction(self, from: TileId, to: TileId, line: &Sightline) -> Obstruction {
        let catalog = self.rulebook.catalog();
        shot::obstruction(catalog, self.board, self.knowledge, (from, to), line)
    }

    /// Whether sight passes between two hexes, by what the side remembers.
    pub fn line(self, from: TileId, to: TileId) -> Sightline {
        let grid = self.grid();
        let figures = &self.figures().sight;
        sight::trace(&grid, self.layers(), from, to, figures, |_| true)
    }
}
