//! Checks what units do in anti-armor fire and assaults (§8).
//!
//! **Invariant:** each reason for which a unit must be withheld is listed; the window shows the same.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::rules::operations::check::own;
use crate::rules::operations::field::{Field, Rating};
use crate::rules::operations::order::{Fault, Refusal};
use crate::rules::operations::progress::Role;
use crate::rules::operations::unit::Stance;

impl Field<'_> {
    /// Lists every reason why a unit must be withheld.
    pub fn withheld(&self, id: UnitId) -> Vec<Fault> {
        let body = self.get(id).body();
        let mut faults = Vec::new();
        let mut note = |is_so: bool, fault| {
            if is_so {
                faults.push(fault);
            }
        };
        note(
            !self.is_combat(id) || !self.is_in_combat(id),
            Fault::NotInCombat,
        );
        note(self.build(id).dummy, Fault::Dummy);
        note(body.ammo == 0, Fault::OutOfAmmo);
        note(body.pinned, Fault::Pinned);
        note(
            body.stance == Some(Stance::Back) && self.is_gun(id),
            Fault::GunsBack,
        );
        note(body.retreated_in, Fault::Retreated);
        note(self.is_broken(id), Fault::Broken);
        note(body.riding, Fault::Riding);
        let rates = |rating| self.raw(id, rating) > 0;
        note(
            !rates(self.assault_rating(id)) && !rates(Rating::AntiArmor),
            Fault::NoRating,
        );
        faults
    }

    /// Returns the rating by which a unit assaults now: offense of the phasing side, defense of the other.
    pub fn assault_rating(&self, id: UnitId) -> Rating {
        match self.get(id).side == self.progress.phasing {
            true => Rating::Offense,
            false => Rating::Defense,
        }
    }

    /// Returns why a unit cannot take a role, if it cannot.
    pub fn role_fault(&self, id: UnitId, role: &Role) -> Option<Fault> {
        if let Some(&fault) = self.withheld(id).first() {
            return Some(fault);
        }
        let body = self.get(id).body();
        let apart: u16 = role.anti_armor.iter().map(|&one| u16::from(one)).sum();
        let assaults = body.strength() - apart.min(body.strength());
        let rating = self.ratings(id, Rating::AntiArmor);
        let mut fires = rating.iter().zip(&role.anti_armor);
        let is_unrated = fires.any(|(&rating, &apart)| rating == 0 && apart > 0);
        let rest: Vec<_> = (body.toe.iter().zip(&role.anti_armor))
            .map(|(toe, apart)| toe.saturating_sub(*apart))
            .collect();
        let rated = self.raw_of(id, &rest, self.assault_rating(id));
        match (apart > 0, assaults > 0) {
            (true, _) if is_unrated => Some(Fault::NoRating),
            (false, true) if rated == 0 => Some(Fault::NoRating),
            (true, true) if body.ammo < 2 => Some(Fault::NoRounds),
            (true, true) if body.strength() <= 1 => Some(Fault::CannotSplit),
            _ => None,
        }
    }
}

impl Field<'_> {
    /// Checks that a unit could attack a hex: a contact beside it to which there is a way.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn check_attack(&self, id: UnitId, target: TileId) -> Result<(), Refusal> {
        let tile = self.get(id).tile();
        let is_contact = self.progress.contacts.contains_key(&target);
        if !is_contact || self.grid.distance(target, tile) != 1 {
            return Err(Refusal::NotAContact);
        }
        let is_motor = !self.is_on_foot(id);
        let direction = self.direction(tile, target);
        let crossing = direction.and_then(|direction| self.crossing(tile, direction));
        let has_way = self.surface(tile, target).is_some();
        if is_motor && !has_way && crossing.is_some_and(|crossing| !crossing.motor_assault) {
            let name = self.name(id).to_owned();
            return Err(Refusal::Impassable { name });
        }
        Ok(())
    }
}

/// Checks all roles of a side.
///
/// # Errors
/// The first thing that is wrong.
pub(super) fn check(
    field: &Field,
    side: Side,
    roles: &BTreeMap<UnitId, Role>,
) -> Result<(), Refusal> {
    let phases = side == field.progress.phasing;
    for (&id, role) in roles {
        own(field, side, id)?;
        let name = || field.name(id).to_owned();
        let toe = &field.get(id).body().toe;
        let fits = role.anti_armor.len() == toe.len()
            && role
                .anti_armor
                .iter()
                .zip(toe)
                .all(|(apart, toe)| apart <= toe);
        if !fits {
            return Err(Refusal::WrongPoints { name: name() });
        }
        if let Some(fault) = field.role_fault(id, role) {
            return Err(Refusal::Unit {
                name: name(),
                fault,
            });
        }
        match (phases, role.target) {
            (true, None) => return Err(Refusal::NeedsTarget { name: name() }),
            (false, Some(_)) => return Err(Refusal::NoTargetHere { name: name() }),
            (true, Some(_)) => target(field, id, role)?,
            (false, None) if role.second.is_some() => {
                return Err(Refusal::NoTargetHere { name: name() });
            }
            (false, None) => {}
        }
    }
    if phases { dual(field, roles) } else { Ok(()) }
}

/// Checks the hex or hexes that a unit attacks.
fn target(field: &Field, id: UnitId, role: &Role) -> Result<(), Refusal> {
    let targets: Vec<_> = [role.target, role.second].into_iter().flatten().collect();
    for &target in &targets {
        field.check_attack(id, target)?;
    }
    match targets[..] {
        [one, other] if field.grid.distance(one, other) != 1 => Err(Refusal::DualApart),
        _ => Ok(()),
    }
}

/// Checks dual-hex assaults: all that assault either hex assault both, from one hex (§8). Whoever fires at armor
/// alone assaults nothing.
fn dual(field: &Field, roles: &BTreeMap<UnitId, Role>) -> Result<(), Refusal> {
    let assaults = |id: UnitId, role: &Role| {
        let apart: u16 = role.anti_armor.iter().map(|&one| u16::from(one)).sum();
        field.get(id).body().strength() > apart
    };
    let pair = |role: &Role| {
        let mut tiles: Vec<_> = [role.target, role.second].into_iter().flatten().collect();
        tiles.sort_unstable();
        tiles
    };
    let double = roles.iter().filter(|(_, role)| role.second.is_some());
    for (_, role) in double.filter(|&(&id, role)| assaults(id, role)) {
        let tiles = pair(role);
        let mut origins = BTreeSet::new();
        for (&id, other) in roles {
            let mine = pair(other);
            let is_in_it = mine.iter().any(|tile| tiles.contains(tile));
            if is_in_it && assaults(id, other) {
                origins.insert(field.get(id).tile());
                if mine != tiles {
                    return Err(Refusal::DualMixed);
                }
            }
        }
        if origins.len() > 1 {
            return Err(Refusal::DualMixed);
        }
    }
    Ok(())
}
