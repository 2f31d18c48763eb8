//! Numbers taken of every side of a battlescape: what a designer asks about.
//!
//! **Invariant:** [`list`] and [`of`] are in the same order, the weapon mix last.

use crate::chronicle::measures::{Maybe, mean, measures, permille};
use crate::chronicle::milestones::Milestones;
use crate::chronicle::record::{Act, Measure, Member};
use crate::content::Catalog;
use crate::rules::battlescape::content::{BattlescapeContent, WeaponClass};
use crate::rules::battlescape::observe::words;

/// What is counted of a side as events pass; the rest comes from its acts.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) hexes: u32,
    pub(super) took_cover: u32,
    pub(super) went_prone: u32,
    pub(super) readied: u32,
    pub(super) panics: u32,
    pub(super) pinned: u32,
    /// Phases that units ended, and the time units they carried over.
    pub(super) phases: u32,
    pub(super) carried: u32,
}

measures! {
    /// Takes all measures but the weapon mix.
    fn values(of: &(&Sums, &Tally));

    hexes_moved: "Hexes moved", "hexes", "Hexes all its units moved" = of.1.hexes;
    shots: "Shots", "shots", "Rounds fired and blows struck" = of.0.shots;
    shot_hexes: "Distance of shots", "hexes", "Median distance of its shots" = of.0.median_distance();
    promised: "Promised chance", "permille", "Mean stated chance of its shots"
        = mean(of.0.promised, of.0.shots);
    hit: "Hits", "permille", result, "Share of its shots that hit" = of.0.of_shots(of.0.hits);
    from_cover: "Shots from cover", "permille",
        "Share of its shots fired from behind cover toward the target"
        = of.0.of_shots(of.0.from_cover);
    at_cover: "Shots at cover", "permille", "Share of its shots at targets in cover"
        = of.0.of_shots(of.0.at_cover);
    hit_in_cover: "Hits taken in cover", "permille",
        "Share of the hits on its units that came through cover"
        = permille(of.0.taken_in_cover, of.0.taken);
    flanking: "Flank and rear shots", "permille",
        "Share of its shots from the side or rear of the target"
        = of.0.of_shots(of.0.flanking);
    reactions: "Reaction shots", "shots", "Rounds of reaction fire" = of.0.reactions;
    readied: "Watches", "times", "Times a unit began to watch" = of.1.readied;
    took_cover: "Took cover", "times", "Times a unit took cover" = of.1.took_cover;
    went_prone: "Went prone", "times", "Times a unit went prone" = of.1.went_prone;
    grenades: "Grenades", "throws", "Grenades thrown" = of.0.thrown;
    items: "Items used", "times", "Medikits, stimulants, scanners and mines used" = of.0.used;
    abilities: "Abilities", "casts", "Abilities used" = of.0.cast;
    panics: "Panics", "times", result, "Times a unit lost its nerve" = of.1.panics;
    pinned: "Under fire", "times", result, "Times a unit was suppressed by nearby fire"
        = of.1.pinned;
    time_carried: "Time left", "time units",
        "Mean time units a unit carried over at the end of a phase"
        = mean(of.1.carried, of.1.phases);
    own_damage: "Damage to own side", "hit points", "Damage it did to its own units"
        = of.0.own_damage;
}

/// Weapon classes in their order, for the weapon mix.
const CLASSES: [(WeaponClass, &str, &str); 6] = [
    (WeaponClass::Pistol, "pistols", "Pistols"),
    (WeaponClass::Smg, "smgs", "Submachine guns"),
    (WeaponClass::Rifle, "rifles", "Rifles"),
    (WeaponClass::Sniper, "snipers", "Long guns"),
    (WeaponClass::Heavy, "heavies", "Heavy weapons"),
    (WeaponClass::Melee, "melee", "Close combat"),
];

/// Lists the measures.
pub(super) fn list() -> Vec<Measure> {
    let plain = ROWS.iter().map(Measure::from);
    let mix = CLASSES.iter().map(|(_, key, name)| Measure {
        key: format!("mix_{key}"),
        name: format!("{name} in the mix"),
        about: format!("Share of its shots from weapons of the class {name}"),
        unit: "permille".into(),
        is_result: false,
    });
    Milestones::measures().chain(plain).chain(mix).collect()
}

/// Takes the measures of every side.
pub(super) fn of(
    catalog: &Catalog,
    tallies: &[Tally],
    acts: &[Act],
    members: &[Member],
) -> Vec<Vec<Option<i64>>> {
    let mut sums = vec![Sums::default(); tallies.len()];
    for act in acts {
        sums[act.side.index()].add(catalog, act);
        if let (true, Some((target, _))) = (act.hit == Some(true), act.target) {
            let hit = &mut sums[members[target.index()].side.index()];
            hit.taken += 1;
            hit.taken_in_cover += u32::from(act.cover > 0);
        }
    }
    (sums.iter().zip(tallies))
        .map(|(sums, tally)| sums.measures(tally))
        .collect()
}

/// Sums over the acts of a side.
#[derive(Clone, Debug, Default)]
struct Sums {
    shots: u32,
    hits: u32,
    promised: u32,
    distances: Vec<u16>,
    from_cover: u32,
    at_cover: u32,
    flanking: u32,
    reactions: u32,
    /// Hits its own units took.
    taken: u32,
    taken_in_cover: u32,
    thrown: u32,
    used: u32,
    cast: u32,
    own_damage: u32,
    classes: [u32; CLASSES.len()],
}

impl Sums {
    fn add(&mut self, catalog: &Catalog, act: &Act) {
        self.own_damage += act.own_damage;
        match act.mode {
            words::THROW => self.thrown += 1,
            words::USE | words::LAY => self.used += 1,
            words::CAST => self.cast += 1,
            _ => self.add_shot(catalog, act),
        }
    }

    fn add_shot(&mut self, catalog: &Catalog, act: &Act) {
        self.shots += 1;
        self.hits += u32::from(act.hit == Some(true));
        self.promised += u32::from(act.promised.unwrap_or(0));
        self.distances.push(act.distance);
        self.from_cover += u32::from(act.own_cover > 0);
        self.at_cover += u32::from(act.cover > 0);
        self.flanking += u32::from(act.arc > 0);
        self.reactions += u32::from(act.reaction);
        let class = catalog.part::<BattlescapeContent>().weapons[usize::from(act.means)].class;
        self.classes[class as usize] += 1;
    }

    fn of_shots(&self, part: u32) -> Maybe {
        permille(part, self.shots)
    }

    fn median_distance(&self) -> Maybe {
        let mut distances = self.distances.clone();
        distances.sort_unstable();
        let middle = distances.get(distances.len() / 2);
        Maybe(middle.map(|&hexes| hexes.into()))
    }

    fn measures(&self, tally: &Tally) -> Vec<Option<i64>> {
        let mix = self.classes.map(|shots| self.of_shots(shots).0);
        values(&(self, tally)).into_iter().chain(mix).collect()
    }
}
