//! Play at a table: one side is a player across a real map, of whose units the program knows nothing (clarification
//! 17). Its user enters what players at a map tell each other, and hands lists over.
//!
//! **Invariant:** the enemy is what its user entered: markers on hexes, Targets by class and name, numbers told in an
//! assault. No unit stands for it, and no list that is handed over holds what is secret.

pub mod check;
pub mod lists;
pub mod offers;

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::rules::operations::assault::{Reckoning, Results, Strength};
use crate::rules::operations::content::{Size, TargetClass};
use crate::rules::operations::field::Field;
use crate::rules::operations::progress::{Behind, Hits, Step, Target, TargetNo};

/// What stands in a hex of the enemy, as its player tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Enemy {
    /// Whether it exerts zones of control.
    pub zone: bool,
    /// Whether a combat unit is among them.
    pub combat: bool,
    /// Whether all of them retreated there before the assault.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub retreated: bool,
}

impl Enemy {
    /// A combat unit or more, with or without zones of control.
    pub fn new(zone: bool) -> Self {
        Self {
            zone,
            combat: true,
            retreated: false,
        }
    }
}

/// A Target as the enemy names it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sighted {
    /// Its hex.
    pub tile: TileId,
    /// Its class.
    pub class: TargetClass,
    /// Its name; left out, it is numbered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether it, or its parent, has trucks that barrages can hit.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub trucks: bool,
}

/// What the enemy tells of its part in an assault (§10).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Opposition {
    /// Actual points, unsupported tanks taken off.
    pub actual: u16,
    /// Raw points.
    pub raw: u16,
    /// Its largest unit.
    pub size: Size,
    /// Stacking points of that unit, which tell brigades apart.
    #[serde(default)]
    pub stacking: u8,
    /// Its adjusted morale.
    pub morale: i16,
    /// Whether all its defenders are Pinned.
    #[serde(default)]
    pub pinned: bool,
    /// Whether its attack is a probe.
    #[serde(default)]
    pub probe: bool,
    /// The hexes that it attacks from.
    #[serde(default)]
    pub from: BTreeSet<TileId>,
}

/// What the user enters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Entry {
    /// All hexes that the enemy is in.
    Enemies(BTreeMap<TileId, Enemy>),
    /// There is no combat in this cycle.
    NoCombat,
    /// Own hexes that the enemy fires at.
    UnderFire(BTreeSet<TileId>),
    /// All Targets that the enemy named.
    Targets(Vec<Sighted>),
    /// What the enemy's barrages did to an own Target, all of them together; nothing at all takes it back.
    Hit(TargetNo, Hits),
    /// The enemy attacks two own hexes at once.
    Pair(TileId, TileId),
    /// Answers [`Question::Fire`]: damage points of the enemy, and where it attacks from if not from all hexes.
    Fire {
        /// Damage points.
        damage: u16,
        /// Hexes that it attacks from.
        from: BTreeSet<TileId>,
    },
    /// Answers [`Question::Opposition`].
    Opposition(Opposition),
    /// Answers [`Question::Opposition`]: the enemy assigned nobody, and retreats.
    Undefended,
    /// Answers [`Question::Retreat`]: where the enemy retreated to.
    Retreated(Option<TileId>),
    /// Answers [`Question::Left`]: hexes that are empty now.
    Left(BTreeSet<TileId>),
    /// Answers [`Question::Taken`].
    Taken {
        /// Prisoner Points.
        prisoners: u16,
        /// Replacement Points.
        replacements: u16,
    },
}

/// What the user is asked of the enemy.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Question {
    /// What the enemy's anti-armor fire does; the own damage is told in return.
    Fire {
        /// The hex that is attacked.
        tile: TileId,
        /// Own damage points, if the enemy attacks from all its hexes.
        damage: u16,
    },
    /// What the enemy brings to an assault.
    Opposition {
        /// The hex or hexes that are attacked.
        tiles: Vec<TileId>,
    },
    /// Where the enemy retreats to.
    Retreat {
        /// From where.
        tile: TileId,
        /// How far it has to.
        hexes: u8,
    },
    /// Which hexes are empty after the enemy's losses.
    Left {
        /// The hexes in question.
        tiles: Vec<TileId>,
    },
    /// What the enemy gives up as captured.
    Taken {
        /// Percent of its losses.
        percent: u8,
        /// Raw points that this comes to.
        raw: u16,
    },
}

/// What is told of an assault, for both players.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Report {
    /// The hex or hexes.
    pub tiles: Vec<TileId>,
    /// Who attacks.
    pub attacker: Side,
    /// Whether it is a probe.
    pub probe: bool,
    /// Adjusted differential.
    pub adjusted: i16,
    /// What the tables say.
    pub results: Results,
    /// The dice of both sides, the attacker's first.
    pub dice: [[u8; 2]; 2],
    /// The enemy's strength.
    pub enemy: Strength,
    /// Percent and raw points that the enemy loses.
    pub loses: (u16, u16),
    /// Percent and raw points of the enemy's losses that are captured.
    pub captured: (u8, u16),
    /// Prisoner and Replacement Points that the enemy takes.
    pub given: (u16, u16),
    /// Whether units are Engaged.
    pub engaged: bool,
}

/// What happens at a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Told {
    /// The enemy is in these hexes, and contacts are these.
    Marked {
        /// By hex.
        enemies: BTreeMap<TileId, Enemy>,
        /// As [`Progress::contacts`](crate::rules::operations::progress::Progress::contacts).
        contacts: BTreeMap<TileId, bool>,
    },
    /// These own hexes are under fire, with these own Targets.
    UnderFire {
        /// The hexes.
        tiles: BTreeSet<TileId>,
        /// The Targets in them.
        targets: Vec<Target>,
    },
    /// The enemy named these Targets.
    Sighted {
        /// The Targets.
        targets: Vec<Target>,
    },
    /// The enemy hit an own Target.
    Hit {
        /// The Target.
        target: TargetNo,
        /// What it suffers in all.
        hits: Hits,
    },
    /// Both sides fired at armor: own damage points, and the enemy's.
    Damage {
        /// The hex that is attacked.
        tile: TileId,
        /// Of the user, for the enemy to apply.
        own: u16,
        /// Of the enemy.
        enemy: u16,
    },
    /// The enemy brings this to an assault.
    Opposed {
        /// The hex or hexes.
        tiles: Vec<TileId>,
        /// What it told.
        opposition: Opposition,
    },
    /// The enemy loses this in an assault.
    Loses {
        /// Percent, retreats left out among them.
        percent: u16,
        /// Raw points.
        raw: u16,
    },
    /// So much of the enemy's losses is captured.
    Captured {
        /// Percent.
        percent: u8,
        /// Raw points.
        raw: u16,
    },
    /// The enemy left a hex, for another or for none.
    Gone {
        /// The hex.
        tile: TileId,
        /// Where it went.
        to: Option<TileId>,
    },
}

/// What is known of a player across a real map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Hexes of the enemy.
    pub enemies: BTreeMap<TileId, Enemy>,
    /// Own hexes that the enemy fires at.
    #[serde(default)]
    pub under_fire: BTreeSet<TileId>,
    /// Damage points of anti-armor fire by attacked hex: own, and the enemy's.
    #[serde(default)]
    pub damage: BTreeMap<TileId, (u16, u16)>,
    /// What the enemy told of the assault that is resolved.
    #[serde(default)]
    pub opposition: Option<Opposition>,
    /// Assaults of this segment.
    #[serde(default)]
    pub reports: Vec<Report>,
}

impl Table {
    /// Whether nothing is entered, as in all battles that are played in the program.
    pub fn is_blank(&self) -> bool {
        *self == Self::default()
    }
}

/// A blank one counts for nothing, so battles in the program keep their fingerprints.
impl Hash for Table {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.is_blank() {
            self.enemies.hash(state);
            self.under_fire.hash(state);
            self.damage.hash(state);
            self.opposition.hash(state);
            self.reports.hash(state);
        }
    }
}

impl Field<'_> {
    /// Returns the side that plays at a real map, with the side of the program's user.
    pub fn table(&self) -> Option<(Side, Side)> {
        let side = self.scenario.table?;
        Some((side, Self::foe(side)))
    }

    /// Whether a side is the one at a real map.
    pub fn is_at_table(&self, side: Side) -> bool {
        self.scenario.table == Some(side)
    }

    /// Returns what is entered of a side's units in a hex.
    pub fn entered(&self, side: Side, tile: TileId) -> Option<&Enemy> {
        let enemies = &self.progress.table.enemies;
        enemies.get(&tile).filter(|_| self.is_at_table(side))
    }

    /// Whether a side has units in a hex, be it that they are entered.
    pub fn is_in(&self, side: Side, tile: TileId) -> bool {
        self.stack(tile, side).next().is_some() || self.entered(side, tile).is_some()
    }

    /// Lists entered hexes with combat units beside some hexes, those that can be in all of them first of all.
    pub fn attackers_beside(&self, tiles: &[TileId]) -> BTreeSet<TileId> {
        let enemies = self.progress.table.enemies.iter();
        let fighting = enemies.filter(|(_, enemy)| enemy.combat);
        let beside = |near: TileId| {
            tiles
                .iter()
                .all(|&tile| self.grid.distance(near, tile) == 1)
        };
        fighting
            .map(|(tile, _)| *tile)
            .filter(|&tile| beside(tile))
            .collect()
    }

    /// Returns what the player at a real map told of the assault that is resolved, and its side.
    pub fn opposition(&self) -> Option<(Side, &Opposition)> {
        let told = self.progress.table.opposition.as_ref()?;
        Some((self.scenario.table?, told))
    }

    /// Whether an assault is a probe, be it that the player at a real map tells so.
    pub(super) fn probes(&self, attackers: &[UnitId]) -> bool {
        match self.opposition() {
            Some((side, told)) if side == self.progress.phasing => told.probe,
            _ => self.is_probe(attackers),
        }
    }

    /// Lists contacts at a table while its player phases: own hexes beside enemy combat units, and whether their
    /// zones of control cover some.
    pub(super) fn contacts_at_table(&self, user: Side) -> BTreeMap<TileId, bool> {
        let mut contacts = BTreeMap::new();
        let enemies = self.progress.table.enemies.iter();
        for (&tile, _) in enemies.filter(|(_, enemy)| enemy.combat) {
            for (_, near) in self.grid.neighbors(tile) {
                if self.stack(near, user).next().is_some() {
                    let controls = self.controls(user, near) && self.zone_reaches(user, near, tile);
                    *contacts.entry(near).or_insert(false) |= controls;
                }
            }
        }
        contacts
    }

    /// Whether the user owes an order in the present step; nothing where the step is played as always.
    pub(super) fn is_due_at_table(&self, user: Side) -> Option<bool> {
        let progress = &*self.progress;
        match progress.step {
            Step::Contacts | Step::Targets | Step::Barrage | Step::Results => Some(true),
            Step::Retreat | Step::SegmentEnd => Some(true),
            Step::Initiative => Some(false),
            Step::Movement => Some(progress.phasing == user),
            Step::AntiArmor => Some(!self.armor_targets().is_empty()),
            Step::Assault => Some(!progress.assaults.is_empty()),
            Step::Position | Step::Firing | Step::Planning | Step::Assign => None,
        }
    }

    /// Lists the hexes at which anti-armor fire is left at a table: where own units fire, or can be hit.
    pub(super) fn armor_targets_at_table(&self, user: Side) -> Vec<TileId> {
        let progress = &*self.progress;
        let is_left = |tile: &TileId| {
            let units = match user == progress.phasing {
                true => self.attackers_of(*tile),
                false => self.defenders_in(&[*tile]),
            };
            let fires = !self.armor_gunners(*tile, user).is_empty();
            !progress.fired.contains(tile) && (fires || !self.hittable(&units).is_empty())
        };
        progress.contacts.keys().copied().filter(is_left).collect()
    }

    /// Returns battalions that are no guns in a hex by the Targets that the enemy named there.
    pub(super) fn battalions_told(&self, side: Side, tile: TileId) -> u16 {
        let fights = |class| matches!(class, TargetClass::Infantry | TargetClass::Armor);
        let targets = self.progress.targets.iter();
        let there = targets.filter(|one| {
            let is_there = one.side == side && one.tile == tile && fights(one.class);
            is_there && matches!(one.behind, Behind::Entered { .. })
        });
        there.count() as u16
    }

    /// Writes what happened at a table.
    pub(super) fn land_told(&mut self, told: &Told) {
        let Some((side, user)) = self.table() else {
            return;
        };
        let progress = self.progress.to_mut();
        match told {
            Told::Marked { enemies, contacts } => {
                progress.table.enemies.clone_from(enemies);
                progress.contacts.clone_from(contacts);
                if matches!(progress.step, Step::Position | Step::Firing | Step::Targets) {
                    let is_there =
                        |one: &Target| one.side == user || enemies.contains_key(&one.tile);
                    progress.targets.retain(is_there);
                }
            }
            Told::UnderFire { tiles, targets } => {
                progress.table.under_fire.clone_from(tiles);
                progress.targets.retain(|one| one.side != user);
                progress.targets.extend(targets.iter().cloned());
            }
            Told::Sighted { targets } => {
                let is_entered = |one: &Target| matches!(one.behind, Behind::Entered { .. });
                progress
                    .targets
                    .retain(|one| one.side != side || !is_entered(one));
                progress.targets.extend(targets.iter().cloned());
            }
            Told::Hit { target, hits } => match *hits == Hits::default() {
                true => drop(progress.hits.remove(target)),
                false => drop(progress.hits.insert(*target, *hits)),
            },
            Told::Damage { tile, own, enemy } => {
                progress.table.damage.insert(*tile, (*own, *enemy));
            }
            Told::Opposed { opposition, .. } => {
                progress.table.opposition = Some(opposition.clone());
            }
            Told::Loses { percent, raw } => {
                self.report(|report| report.loses = (*percent, *raw));
            }
            Told::Captured { percent, raw } => {
                self.report(|report| report.captured = (*percent, *raw));
            }
            Told::Gone { tile, to } => {
                let left = progress.table.enemies.remove(tile);
                if let (Some(left), Some(to)) = (left, to) {
                    let there = progress.table.enemies.entry(*to).or_insert(left);
                    there.zone |= left.zone;
                    there.combat |= left.combat;
                }
            }
        }
    }

    /// Notes an assault for the report, if one side plays at a real map.
    pub(super) fn land_assaulted(&mut self, reckoning: &Reckoning) {
        let Some((side, _)) = self.table() else {
            return;
        };
        let attacker = self.progress.phasing;
        let setting = &reckoning.setting;
        let enemy = match side == attacker {
            true => setting.attack,
            false => setting.defense,
        };
        self.progress.to_mut().table.reports.push(Report {
            tiles: setting.tiles.clone(),
            attacker,
            probe: setting.probe,
            adjusted: reckoning.adjusted,
            results: reckoning.results,
            dice: reckoning.dice,
            enemy,
            loses: (0, 0),
            captured: (0, 0),
            given: (0, 0),
            engaged: false,
        });
    }

    /// Changes the report of the last assault, if there is one.
    pub(super) fn report(&mut self, change: impl FnOnce(&mut Report)) {
        if self.scenario.table.is_none() {
            return;
        }
        if let Some(report) = self.progress.to_mut().table.reports.last_mut() {
            change(report);
        }
    }

    /// Forgets what was entered for a combat segment that is over; the enemy stands where it is.
    pub(super) fn clear_table(&mut self) {
        if self.scenario.table.is_none() {
            return;
        }
        let table = &mut self.progress.to_mut().table;
        table.under_fire.clear();
        table.damage.clear();
        table.reports.clear();
        for enemy in table.enemies.values_mut() {
            enemy.retreated = false;
        }
    }
}
