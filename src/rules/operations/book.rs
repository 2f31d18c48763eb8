//! The encyclopedia of operations: units, point types, ground, hexsides, tables and figures.
//!
//! **Invariant:** nothing is said here that is not data; a figure that a mission changes is marked.

use crate::content::terrain::TerrainId;
use crate::content::{Catalog, figures};
use crate::playing::{Card, Chapter};
use crate::rules::kit::book;
use crate::rules::operations::content::{
    BarrageRow, Crossing, Ground, Kind, OperationsContent, PointType, Tables,
};

/// Writes the encyclopedia of the definitions in force; `shipped` are those without a mission's changes.
pub fn chapters(catalog: &Catalog, shipped: &OperationsContent) -> Vec<Chapter> {
    let content = catalog.part::<OperationsContent>();
    let [now, usual] = [content, shipped].map(|one| figures::list(&one.figures));
    let chapter = |name: &str, cards: Vec<Card>| Chapter {
        name: name.to_owned(),
        cards,
    };
    let units = content.kinds.iter().map(|one| unit(content, one));
    let types = content.types.iter().map(point_type);
    vec![
        chapter("Units", units.collect()),
        chapter("TOE points", types.collect()),
        chapter("Terrain", grounds(catalog, content)),
        chapter("Hexsides", hexsides(content)),
        chapter("Tables", tables(&content.tables)),
        chapter("Figures", book::figure_cards("general", &now, &usual)),
    ]
}

fn entry(sort: &str, key: &str, name: &str, about: &str) -> Card {
    Card {
        title: name.to_owned(),
        of: format!("{sort} {key}"),
        about: about.to_owned(),
        facts: Vec::new(),
    }
}

/// Writes the entry of a kind of unit.
pub fn unit(content: &OperationsContent, kind: &Kind) -> Card {
    let mut entry = entry("unit", &kind.key, &kind.name, &kind.description);
    entry.fact(
        "Class",
        format!("{}, {}", kind.class.name(), kind.size.name()),
    );
    entry.fact("Stacking points", kind.stacking_points());
    // Each name stands apart, so that it is a link to its card.
    let toe = kind.toe.0.iter().map(|&(id, points)| {
        let name = &content.point_type(id).name;
        format!("{points} ×, {name}")
    });
    let toe: Vec<_> = toe.collect();
    if !toe.is_empty() {
        entry.fact("TOE points", toe.join(", "));
    }
    entry.fact("CPA", kind.cpa);
    entry.fact("Morale", format!("{:+}", kind.morale));
    if kind.ammo > 0 {
        entry.fact("Ammunition", format!("{} rounds", kind.ammo));
    }
    if kind.trucks.total() > 0 {
        entry.fact("Trucks", kind.trucks.total());
    }
    entry
}

fn point_type(one: &PointType) -> Card {
    let mut entry = entry(
        "point type",
        &one.key,
        &one.name,
        "Ratings of one TOE point",
    );
    for (name, rating) in [
        ("Barrage", one.bar),
        ("Vulnerability", one.vul),
        ("Anti-armor", one.aa),
        ("Armor protection", one.ap),
        ("Offensive assault", one.oca),
        ("Defensive assault", one.dca),
    ] {
        if rating > 0 {
            entry.fact(name, rating);
        }
    }
    entry
}

/// Says what a terrain kind means.
pub fn ground(ground: &Ground) -> String {
    let cost = |cost: Option<u8>| cost.map_or("no entry".to_owned(), |cost| format!("{cost} CP"));
    let mut words = vec![
        format!("on foot {}", cost(ground.foot)),
        format!("motorized {}", cost(ground.motor)),
    ];
    for (name, value) in [
        ("barrage", ground.barrage),
        ("anti-armor", ground.anti_armor),
        ("assault", ground.assault),
    ] {
        if value != 0 {
            words.push(format!("{name} {value:+}"));
        }
    }
    words.push(format!("{} stacking points", ground.stacking));
    words.join(", ")
}

fn grounds(catalog: &Catalog, content: &OperationsContent) -> Vec<Card> {
    let ids = (0..).map(TerrainId).zip(&catalog.terrains);
    let own = ids.filter(|(id, _)| content.is_own(*id));
    own.map(|(id, terrain)| {
        entry(
            "terrain",
            &terrain.key,
            &terrain.name,
            &ground(content.ground(id)),
        )
    })
    .collect()
}

fn hexsides(content: &OperationsContent) -> Vec<Card> {
    let crossing = |crossing: &Crossing| {
        let cost = |cost: Option<u8>| match cost {
            None => "no crossing".to_owned(),
            Some(cost) => format!("+{cost} CP"),
        };
        let track = if crossing.by_track {
            " by road or track"
        } else {
            ""
        };
        let armor = match crossing.anti_armor {
            None => "none without a road".to_owned(),
            Some(value) => format!("{value:+}"),
        };
        format!(
            "on foot {}, motorized {}{track}; anti-armor {armor}; assault {:+}",
            cost(crossing.foot),
            cost(crossing.motor),
            crossing.assault
        )
    };
    let write = |one: &crate::rules::operations::content::Hexside| {
        let about = match one.controls {
            true => "Zones of control cross it",
            false => "Stops zones of control",
        };
        let mut entry = entry("hexside", &one.key, &one.name, about);
        match &one.down {
            None => entry.fact("Crossing", crossing(&one.up)),
            Some(down) => {
                entry.fact("Up", crossing(&one.up));
                entry.fact("Down", crossing(down));
            }
        }
        entry
    };
    content.hexsides.iter().map(write).collect()
}

fn tables(tables: &Tables) -> Vec<Card> {
    let about = "Two dice, the first tens, ranked 1 to 36: the rank from which each result holds";
    let mut barrage = entry("table", "barrage", "Barrage", about);
    let cell = |from: u8| {
        if from == 0 {
            "–".to_owned()
        } else {
            from.to_string()
        }
    };
    let cells = |all: &[u8]| {
        all.iter()
            .map(|&from| cell(from))
            .collect::<Vec<_>>()
            .join("/")
    };
    for row in &tables.barrage {
        let BarrageRow {
            points,
            infantry,
            armor,
            gun,
            truck,
        } = row;
        let line = format!(
            "infantry {} · armor {} · guns {} · trucks {}",
            cells(infantry),
            cells(armor),
            cells(gun),
            cells(truck)
        );
        barrage.fact(format!("From {points} points"), line);
    }
    let about = "Damage in tenths of the actual points, by die";
    let mut armor = entry("table", "anti_armor", "Anti-armor", about);
    for (die, tenths) in (1..).zip(tables.anti_armor) {
        armor.fact(format!("Die {die}"), tenths);
    }
    let columns = columns(tables);
    let mut assaults = Vec::new();
    for (key, name, rows) in [
        ("attacker", "Assault: attacker", &tables.attacker),
        ("defender", "Assault: defender", &tables.defender),
    ] {
        let about = "Percent lost by the first die, by adjusted differential";
        let mut card = entry("table", key, name, about);
        for (die, row) in (1..).zip(rows) {
            let line = columns
                .iter()
                .zip(row)
                .map(|(column, percent)| format!("{column}: {percent}"));
            card.fact(format!("Die {die}"), line.collect::<Vec<_>>().join(" · "));
        }
        assaults.push(card);
    }
    let mut cards = vec![barrage, armor];
    cards.extend(assaults);
    cards.push(sums(tables, &columns));
    let mut captured = entry(
        "table",
        "captured",
        "Captured losses",
        "Percent of the losses that are captured, by die",
    );
    for (die, percent) in (1..).zip(tables.captured) {
        captured.fact(format!("Die {die}"), format!("{percent}%"));
    }
    cards.push(captured);
    cards.push(cohesion(tables));
    cards
}

/// Tells up to which sum of two dice an assault ends Engaged, with a retreat, or with captures.
fn sums(tables: &Tables, columns: &[String]) -> Card {
    let about = "Sum of both dice up to which it holds, by adjusted differential";
    let mut card = entry(
        "table",
        "sums",
        "Assault: Engaged, retreat, captured",
        about,
    );
    let [one, two, three] = &tables.retreat;
    for (name, row) in [
        ("Engaged, by the attacker", &tables.engaged),
        ("Attackers captured", &tables.attacker_captured),
        ("Defender retreats 1", one),
        ("Defender retreats 2", two),
        ("Defender retreats 3", three),
        ("Defenders captured", &tables.defender_captured),
    ] {
        let cells = columns.iter().zip(row).filter(|(_, sum)| **sum > 0);
        let cells: Vec<_> = cells
            .map(|(column, sum)| format!("{column}: {sum}"))
            .collect();
        card.fact(name, cells.join(" · "));
    }
    card
}

/// Tells the morale that cohesion adds.
fn cohesion(tables: &Tables) -> Card {
    let about = "Added to morale before the roll, by cohesion";
    let mut card = entry("table", "cohesion", "Cohesion and morale", about);
    let mut above: Option<i16> = None;
    let bands = tables.cohesion.iter().map(Some).chain([None]);
    for (from, adjustment) in bands.zip(tables.adjustment) {
        let band = match (from, above) {
            (Some(from), None) => format!("{from} and more"),
            (Some(from), Some(above)) if *from == above - 1 => from.to_string(),
            (Some(from), Some(above)) => format!("{from} to {}", above - 1),
            (None, above) => format!("below {}", above.unwrap_or_default()),
        };
        card.fact(band, format!("{adjustment:+}"));
        above = from.copied();
    }
    card
}

/// Returns the names of the columns of the assault tables.
pub fn columns(tables: &Tables) -> Vec<String> {
    let from = &tables.differentials;
    let last = from.len() - 1;
    let mut names = vec![format!("≤{}", from[0] - 1)];
    for at in 0..last {
        let (low, high) = (from[at], from[at + 1] - 1);
        names.push(match low == high {
            true => low.to_string(),
            false => format!("{low}..{high}"),
        });
    }
    names.push(format!("{}+", from[last]));
    names
}
