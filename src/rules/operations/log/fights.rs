//! Barrages, anti-armor fire and assaults in words.
//!
//! **Invariant:** each line has the dice and the row or column of the table that they hit.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::plain::verb;
use crate::rules::operations::assault::{Morale, Reckoning};
use crate::rules::operations::barrage::rank;
use crate::rules::operations::content::CARGOES;
use crate::rules::operations::event::{Barrage, Event, Volley};
use crate::rules::operations::log::{Words, capital, count, list, times};
use crate::rules::operations::progress::{Behind, Role, Target};

impl Words<'_> {
    /// Tells an event of losses, anti-armor fire or an assault.
    pub(super) fn fight(&self, event: &Event) -> Vec<String> {
        let one = |line: String| vec![line];
        match event {
            Event::Pinned { units } => one(format!("Pinned: {}", self.names(units))),
            Event::Struck { facility, hits } => {
                let setup = &self.field.scenario.facilities[usize::from(*facility)];
                let (kind, at) = (setup.kind.name(), self.at(setup.tile));
                one(format!(
                    "The {kind} at {at} takes {hits} {}",
                    times(*hits, "hit")
                ))
            }
            Event::TruckLost { unit, cargo } => {
                let cargo = CARGOES[usize::from(*cargo)];
                let (name, loses) = (self.name(*unit), self.verb(&[*unit], "loses", "lose"));
                one(match self.knows(*unit) {
                    true => format!("{name} {loses} a truck of {cargo}"),
                    false => format!("{name} {loses} a truck"),
                })
            }
            Event::Lost { side, cause, loss } => {
                let side = self.side(*side);
                let (loses, loss) = (verb(side, "loses", "lose"), self.loss(loss));
                one(format!("{side} {loses} {loss} ({cause})"))
            }
            Event::Removed { units, how } => one(format!("{} {how}", capital(&self.names(units)))),
            Event::Assigned { assaults, .. } => {
                let tiles = assaults.iter().map(|one| match one.tiles.len() {
                    1 => self.tiles(&one.tiles),
                    _ => format!("{} together", self.tiles(&one.tiles)),
                });
                let tiles: Vec<_> = tiles.collect();
                let assaults = match tiles.is_empty() {
                    true => "no assaults".to_owned(),
                    false => format!("assault on {}", tiles.join("; assault on ")),
                };
                // What a player at a real map assigns, nobody has told yet.
                one(match self.field.is_at_table(self.field.progress.phasing) {
                    true => format!("Possible: {assaults}"),
                    false => format!("Roles are revealed: {assaults}"),
                })
            }
            Event::ArmorFired {
                tile,
                attack,
                defense,
            } => self.armor_fired(*tile, attack, defense),
            Event::Flagged { loss } => one(format!("Flagged for destruction: {}", self.loss(loss))),
            Event::ArmorLost { loss } => one(format!("Armor destroyed: {}", self.loss(loss))),
            Event::CalledOff { tile } => {
                one(format!("The assault on {} is called off", self.at(*tile)))
            }
            Event::Assaulted(reckoning) => self.assaulted(reckoning),
            Event::Engaged { units } => one(format!("Engaged: {}", self.names(units))),
            Event::Cohesion { units, change, why } => {
                let own: Vec<_> = units.iter().copied().filter(|&id| self.knows(id)).collect();
                match own.is_empty() {
                    true => Vec::new(),
                    false => one(format!("Cohesion {change:+} ({why}): {}", self.names(&own))),
                }
            }
            Event::AssaultOver { tiles } => {
                one(format!("The assault on {} is over", self.tiles(tiles)))
            }
            _ => self.taken(event),
        }
    }

    /// Tells what a side captures, and where it goes.
    fn taken(&self, event: &Event) -> Vec<String> {
        let one = |line: String| vec![line];
        match event {
            Event::Captured {
                side,
                percent,
                die,
                loss,
                prisoners,
                replacements,
            } => one(format!(
                "{} {} {percent}% of the raw points lost (rolled {die}): {}; {}, {}",
                self.side(*side),
                verb(self.side(*side), "captures", "capture"),
                self.loss(loss),
                count((*prisoners).into(), "Prisoner Point"),
                count((*replacements).into(), "Replacement Point")
            )),
            Event::Escorted {
                side,
                tile,
                prisoners,
                guards,
            } => {
                let guards = match guards.is_empty() {
                    true => "without guards".to_owned(),
                    false => format!("guarded by {}", self.loss(guards)),
                };
                let (side, at) = (self.side(*side), self.at(*tile));
                let prisoners = count((*prisoners).into(), "Prisoner Point");
                let sends = verb(side, "sends", "send");
                one(format!("{side} {sends} {prisoners} to {at}, {guards}"))
            }
            Event::Replaced { unit, points } => match self.knows(*unit) {
                true => one(format!(
                    "{} {} {}",
                    self.name(*unit),
                    self.verb(&[*unit], "takes", "take"),
                    count((*points).into(), "Replacement Point")
                )),
                false => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// Says which hexes fire, and what the reader's side can fire at.
    pub(super) fn exchanged(&self, firing: &[BTreeSet<TileId>], targets: &[Target]) -> Vec<String> {
        let mut lines = Vec::new();
        for (side, tiles) in (0..).map(Side).zip(firing) {
            if !tiles.is_empty() {
                let tiles = tiles.iter().map(|&tile| self.at(tile));
                let tiles = list(tiles.collect());
                lines.push(format!("{}: fire from {tiles}", self.side(side)));
            }
        }
        let mut by_hex: BTreeMap<TileId, Vec<String>> = BTreeMap::new();
        for target in targets {
            by_hex
                .entry(target.tile)
                .or_default()
                .push(target.name.clone());
        }
        for (tile, names) in by_hex {
            lines.push(format!("Targets at {}: {}", self.at(tile), list(names)));
        }
        lines
    }

    /// Says what a Barrage did.
    pub(super) fn fired(&self, barrage: &Barrage) -> String {
        let progress = &self.field.progress;
        let target = progress.targets.get(barrage.target.index());
        let (name, at) = target.map_or((String::new(), String::new()), |target| {
            (target.name.clone(), self.at(target.tile))
        });
        let is_facility =
            target.is_some_and(|target| matches!(target.behind, Behind::Facility(..)));
        let hits = barrage.hits;
        let mut results = Vec::new();
        if hits.pinned {
            results.push("Pinned".to_owned());
        }
        match hits.lost {
            0 => {}
            lost if is_facility => results.push(count(lost.into(), "hit")),
            lost => results.push(format!("{lost} TOE lost")),
        }
        if hits.trucks > 0 {
            results.push(format!("{} lost", count(hits.trucks.into(), "truck")));
        }
        let result = match results.is_empty() {
            true => "no effect".to_owned(),
            false => results.join(", "),
        };
        let row = |row: Option<u8>| match row {
            Some(row) => {
                let rows = &self.content().tables.barrage;
                format!("row from {}", rows[usize::from(row)].points)
            }
            None => "above the first row".to_owned(),
        };
        let shift = match barrage.shift {
            0 => String::new(),
            shift if shift.abs() == 1 => format!(", terrain {shift:+} row"),
            shift => format!(", terrain {shift:+} rows"),
        };
        let trucks = barrage
            .trucks
            .map(|(dice, at)| format!("; trucks {}, rank {}", row(at), rank(dice)));
        let who = match barrage.units.iter().all(|&id| self.knows(id)) {
            true => self.names(&barrage.units),
            false => self.side(barrage.side).to_owned(),
        };
        let fire = match barrage.units.len() {
            1 => verb(&who, "barrages", "barrage"),
            _ => "barrage",
        };
        format!(
            "{who} {fire} {name} {at}: {result} ({}{shift}, {}, rolled {}{}, rank {}{})",
            count(barrage.points.into(), "point"),
            row(barrage.row),
            barrage.dice[0],
            barrage.dice[1],
            rank(barrage.dice),
            trucks.unwrap_or_default()
        )
    }

    /// Says what anti-armor fire did.
    pub(super) fn armor_fired(
        &self,
        tile: TileId,
        attack: &Volley,
        defense: &Volley,
    ) -> Vec<String> {
        let at = self.at(tile);
        let volley = |volley: &Volley, toward: &str| {
            let terrain = match volley.terrain {
                None => ", no fire across".to_owned(),
                Some(0) => String::new(),
                Some(terrain) => format!(" after terrain {terrain:+}"),
            };
            let who = match volley.units.iter().all(|&id| self.knows(id)) {
                true => self.names(&volley.units),
                false => {
                    let side = self.field.get(volley.units[0]).side;
                    self.side(side).to_owned()
                }
            };
            let fire = match volley.units.len() {
                1 => verb(&who, "fires", "fire"),
                _ => "fire",
            };
            format!(
                "{who} {fire} at armor {toward}: {} damage ({}{terrain}, rolled {})",
                volley.damage,
                count(volley.points.into(), "point"),
                volley.die
            )
        };
        let mut lines = Vec::new();
        if !attack.units.is_empty() {
            lines.push(volley(attack, &format!("at {at}")));
        }
        if !defense.units.is_empty() {
            lines.push(volley(defense, &format!("from {at}")));
        }
        if lines.is_empty() {
            lines.push(format!("No anti-armor fire at {at}"));
        }
        lines
    }

    /// Says what an assault came to.
    pub(super) fn assaulted(&self, reckoning: &Reckoning) -> Vec<String> {
        let setting = &reckoning.setting;
        let terms = setting.terms.iter();
        let mut terms: Vec<_> = terms
            .map(|term| format!("{} {:+}", term.what, term.value))
            .collect();
        let morale = reckoning.morale[0].adjusted - reckoning.morale[1].adjusted;
        if morale != 0 {
            terms.push(format!("morale {morale:+}"));
        }
        let terms = match terms.is_empty() {
            true => String::new(),
            false => format!(", {}", terms.join(", ")),
        };
        let kind = if setting.probe {
            "Probe of"
        } else {
            "Assault on"
        };
        let tanks = |unsupported: u16| match unsupported {
            0 => String::new(),
            points => format!(" (after -{points} for unsupported tanks)"),
        };
        let head = format!(
            "{kind} {}: {}{} against {}{}, differential {:+}{terms} = {:+}",
            self.tiles(&setting.tiles),
            setting.attack.points,
            tanks(setting.attack.unsupported),
            setting.defense.points,
            tanks(setting.defense.unsupported),
            setting.basic,
            reckoning.adjusted
        );
        let moods = reckoning.morale.map(|morale| mood(&morale));
        let results = reckoning.results;
        let [one, other] = reckoning.dice;
        let mut attacker = format!(
            "Attacker rolled {} and {}: loses {}%",
            one[0], one[1], results.attacker
        );
        if results.engaged {
            attacker += match results.retreat {
                0 => ", Engaged",
                _ => ", Engaged unless the defender retreats",
            };
        }
        if results.attacker_captured {
            attacker += ", some losses captured";
        }
        let mut defender = format!(
            "Defender rolled {} and {}: loses {}%",
            other[0], other[1], results.defender
        );
        if results.retreat > 0 {
            defender += &format!(", retreats {}", count(results.retreat.into(), "hex"));
        }
        if results.defender_captured {
            defender += ", some losses captured";
        }
        if results.overrun {
            defender += ", overrun";
        }
        let morale = format!("Morale: attacker {}, defender {}", moods[0], moods[1]);
        vec![head, morale, attacker, defender]
    }

    /// Says what units are assigned to.
    pub(super) fn assign(&self, roles: &BTreeMap<UnitId, Role>) -> String {
        let mut groups: BTreeMap<(Option<TileId>, Option<TileId>), Vec<UnitId>> = BTreeMap::new();
        for (&id, role) in roles {
            groups
                .entry((role.target, role.second))
                .or_default()
                .push(id);
        }
        let groups = groups.into_iter().map(|((target, second), units)| {
            let tiles: Vec<_> = [target, second].into_iter().flatten().collect();
            let firing = units
                .iter()
                .filter(|id| roles[id].anti_armor.iter().any(|&points| points > 0));
            let firing: Vec<_> = firing.copied().collect();
            let firing = match firing.is_empty() {
                true => String::new(),
                false => format!(", anti-armor {}", self.names(&firing)),
            };
            let names = self.names(&units);
            match tiles.is_empty() {
                true => format!("defend with {names}{firing}"),
                false => format!("attack {} with {names}{firing}", self.tiles(&tiles)),
            }
        });
        let groups: Vec<_> = groups.collect();
        match groups.is_empty() {
            true => "Withhold all units".into(),
            false => capital(&groups.join("; ")),
        }
    }
}

/// Returns morale in words.
fn mood(morale: &Morale) -> String {
    if morale.dice[0] == 0 {
        return format!("{:+} (as reported)", morale.adjusted);
    }
    let leader = if morale.leader { ", leader" } else { "" };
    format!(
        "{:+} (morale {:+}, cohesion {:+}, rolled {}{}{leader})",
        morale.adjusted, morale.morale, morale.cohesion, morale.dice[0], morale.dice[1]
    )
}
