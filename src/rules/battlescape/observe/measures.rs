//! Numbers taken of every side of a battlescape: what a designer asks about.
//!
//! **Invariant:** [`list`] and [`of`] are in the same order, milestones first. Shares and means are
//! rounded down.

use crate::{
    chronicle::{
        milestones::Milestones,
        record::{Act, Measure, MeasureRow, Member},
    },
    content::Catalog,
    rules::battlescape::{
        content::{BattlescapeContent, WeaponClass},
        observe::words,
    },
};

/// What is counted of a side as events pass; the rest comes from its acts.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) hexes: u32,
    pub(super) milestones: Milestones,
    pub(super) took_cover: u32,
    pub(super) went_prone: u32,
    pub(super) readied: u32,
    pub(super) panics: u32,
    pub(super) pinned: u32,
    /// Phases that units ended, and the time units they carried over.
    pub(super) phases: u32,
    pub(super) carried: u32,
}

/// All measures but the milestones before and the weapon mix after them.
const MEASURES: [MeasureRow; 20] = [
    (
        "hexes_moved",
        "Hexes moved",
        "hexes",
        false,
        "Hexes all its units moved",
    ),
    (
        "shots",
        "Shots",
        "shots",
        false,
        "Rounds fired and blows struck",
    ),
    (
        "shot_hexes",
        "Distance of shots",
        "hexes",
        false,
        "Median distance of its shots",
    ),
    (
        "promised",
        "Promised chance",
        "permille",
        false,
        "Mean stated chance of its shots",
    ),
    (
        "hit",
        "Hits",
        "permille",
        true,
        "Share of its shots that hit",
    ),
    (
        "from_cover",
        "Shots from cover",
        "permille",
        false,
        "Share of its shots fired from behind cover toward the target",
    ),
    (
        "at_cover",
        "Shots at cover",
        "permille",
        false,
        "Share of its shots at targets in cover",
    ),
    (
        "hit_in_cover",
        "Hits taken in cover",
        "permille",
        false,
        "Share of the hits on its units that came through cover",
    ),
    (
        "flanking",
        "Flank and rear shots",
        "permille",
        false,
        "Share of its shots from the side or rear of the target",
    ),
    (
        "reactions",
        "Reaction shots",
        "shots",
        false,
        "Rounds of reaction fire",
    ),
    (
        "readied",
        "Readied",
        "times",
        false,
        "Times a unit readied reaction fire",
    ),
    (
        "took_cover",
        "Took cover",
        "times",
        false,
        "Times a unit took cover",
    ),
    (
        "went_prone",
        "Went prone",
        "times",
        false,
        "Times a unit went prone",
    ),
    ("grenades", "Grenades", "throws", false, "Grenades thrown"),
    (
        "items",
        "Items used",
        "times",
        false,
        "Medikits, stimulants, scanners and mines used",
    ),
    ("abilities", "Abilities", "casts", false, "Abilities used"),
    (
        "panics",
        "Panics",
        "times",
        true,
        "Times a unit lost its nerve",
    ),
    (
        "pinned",
        "Under fire",
        "times",
        true,
        "Times a unit was suppressed by fire near by",
    ),
    (
        "time_carried",
        "Time left",
        "time units",
        false,
        "Mean time units a unit carried over at the end of a phase",
    ),
    (
        "own_damage",
        "Damage to own side",
        "hit points",
        false,
        "Damage its acts did to its own units",
    ),
];

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
    let plain = MEASURES.iter().map(Measure::from);
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

    fn measures(&self, tally: &Tally) -> Vec<Option<i64>> {
        let count = |number: u32| Some(i64::from(number));
        let share =
            |part: u32, all: u32| (all > 0).then(|| i64::from(part) * 1000 / i64::from(all));
        let of_shots = |part: u32| share(part, self.shots);
        let mean = |sum: u32, all: u32| (all > 0).then(|| i64::from(sum / all));
        let mut distances = self.distances.clone();
        distances.sort_unstable();
        let plain: [_; MEASURES.len()] = [
            count(tally.hexes),
            count(self.shots),
            distances
                .get(distances.len() / 2)
                .map(|&hexes| hexes.into()),
            mean(self.promised, self.shots),
            of_shots(self.hits),
            of_shots(self.from_cover),
            of_shots(self.at_cover),
            share(self.taken_in_cover, self.taken),
            of_shots(self.flanking),
            count(self.reactions),
            count(tally.readied),
            count(tally.took_cover),
            count(tally.went_prone),
            count(self.thrown),
            count(self.used),
            count(self.cast),
            count(tally.panics),
            count(tally.pinned),
            mean(tally.carried, tally.phases),
            count(self.own_damage),
        ];
        (tally.milestones.values().into_iter())
            .chain(plain)
            .chain(self.classes.map(of_shots))
            .collect()
    }
}
