//! The encyclopedia of the casket: cards, equipment, classes, races, decks, monsters and figures.
//!
//! **Invariant:** nothing is said here that is not data; a figure that a mission changes is marked.

use crate::content::{Catalog, figures};
use crate::playing::{Card as Entry, Chapter};
use crate::rules::casket::content::{
    Card, CasketContent, Class, Deck, Equipment, Ground, Mount, Race, text,
};
use crate::rules::kit::book;

/// Writes the encyclopedia of the definitions in force; `shipped` are those without a mission's changes.
pub fn chapters(catalog: &Catalog, shipped: &CasketContent) -> Vec<Chapter> {
    let content = catalog.part::<CasketContent>();
    let [now, usual] = [content, shipped].map(|one| figures::list(&one.figures));
    let chapter = |name: &str, cards: Vec<Entry>| Chapter {
        name: name.to_owned(),
        cards,
    };
    let cards = content.cards.iter().map(|one| card(content, one));
    vec![
        chapter("Cards", cards.collect()),
        chapter("Equipment", equipment(content)),
        chapter("Classes", classes(content)),
        chapter("Races", races(content)),
        chapter("Decks", decks(content)),
        chapter("Monsters and objectives", monsters(content)),
        chapter("Terrain", grounds(catalog, content)),
        chapter("Figures", book::figure_cards("general", &now, &usual)),
    ]
}

fn entry(sort: &str, key: &str, name: &str, about: &str) -> Entry {
    Entry {
        title: name.to_owned(),
        of: format!("{sort} {key}"),
        about: about.to_owned(),
        facts: Vec::new(),
    }
}

/// Writes the entry of a card.
pub fn card(content: &CasketContent, card: &Card) -> Entry {
    let about = text::lines(content, card).join(" ");
    let mut entry = entry("card", &card.key, &card.name, &about);
    entry.fact("Kind", text::kind(card.kind));
    if card.is_played() {
        entry.fact("SP", card.sp);
    }
    if let Some(range) = text::range(card) {
        entry.fact("Range", range);
    }
    if let Some(damage) = card.damage {
        entry.fact("Damage", damage);
    }
    if let Some((limb, tier)) = card.wound {
        entry.fact("Part", format!("{limb:?}"));
        entry.fact("Tier", format!("{tier:?}"));
    }
    if card.copies > 1 {
        entry.fact("Copies", card.copies);
    }
    entry
}

fn names<'c>(names: impl Iterator<Item = &'c str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

fn equipment(content: &CasketContent) -> Vec<Entry> {
    let write = |piece: &Equipment| {
        let mut entry = entry("equipment", &piece.key, &piece.name, &piece.description);
        let mount = match piece.mount {
            Mount::Arm => "one arm",
            Mount::BothArms => "both arms",
            Mount::Relic => "relic",
        };
        entry.fact("Carried", mount);
        if !piece.classes.is_empty() {
            let classes = piece
                .classes
                .iter()
                .map(|&id| content.class(id).name.as_str());
            entry.fact("Classes", names(classes));
        }
        if !piece.cards.is_empty() {
            let cards = piece.cards.iter().map(|&id| content.card(id).name.as_str());
            entry.fact("Cards", names(cards));
        }
        for &one in &piece.traits {
            entry.fact("Trait", text::given(content, one));
        }
        entry
    };
    content.equipment.iter().map(write).collect()
}

fn classes(content: &CasketContent) -> Vec<Entry> {
    let write = |class: &Class| {
        let mut entry = entry("class", &class.key, &class.name, &class.description);
        let max = class.safe + content.figures.red_line;
        entry.fact("SP", format!("{} safe, {max} at most", class.safe));
        entry.fact("Initiative", format!("{:+}", class.initiative));
        entry.fact(
            "Deck",
            format!("{} to {} cards", class.least_cards, class.most_cards),
        );
        entry.fact("Relics", class.relics);
        for &one in &class.traits {
            entry.fact("Trait", text::given(content, one));
        }
        for (numbers, effects) in text::backfire(content, &class.backfire) {
            entry.fact(format!("Backfire {numbers}"), effects);
        }
        entry
    };
    content.classes.iter().map(write).collect()
}

fn races(content: &CasketContent) -> Vec<Entry> {
    let write = |race: &Race| {
        let mut entry = entry("race", &race.key, &race.name, &race.description);
        for &one in &race.traits {
            entry.fact("Trait", text::given(content, one));
        }
        for &ability in &race.abilities {
            let card = content.card(ability);
            entry.fact(&card.name, text::lines(content, card).join(" "));
        }
        if !race.abilities.is_empty() {
            entry.fact("Uses in a battle", race.uses);
        }
        entry
    };
    content.races.iter().map(write).collect()
}

fn decks(content: &CasketContent) -> Vec<Entry> {
    let write = |deck: &Deck| {
        let mut entry = entry("deck", &deck.key, &deck.name, &deck.description);
        entry.fact("Class", &content.class(deck.class).name);
        entry.fact("Race", &content.race(deck.race).name);
        let carried = deck.mounted(content).into_iter();
        let carried: Vec<_> = carried
            .map(|(id, _)| content.piece(id).name.as_str())
            .collect();
        entry.fact("Carries", carried.join(", "));
        entry.fact("Cards", deck.physical(content).len());
        entry
    };
    content.decks.iter().map(write).collect()
}

/// Says what a kind of terrain does, in words.
pub(super) fn ground(catalog: &Catalog, ground: &Ground) -> String {
    let mut words = Vec::new();
    if ground.wall {
        words.push("wall: blocks movement and sight".to_owned());
    }
    if ground.difficult {
        words.push("difficult".to_owned());
    }
    if ground.cover {
        words.push("partial cover".to_owned());
    }
    if ground.level > 0 {
        words.push(format!("stands {} higher", ground.level));
    }
    if ground.water {
        words.push("water: cools, and puts out adjacent fires".to_owned());
    }
    if ground.ice {
        words.push(
            "ice: costs more, cools, and may turn units that end their turn there".to_owned(),
        );
    }
    if let Some((hp, rubble)) = ground.breaks {
        let rubble = catalog.terrain(rubble).name.to_lowercase();
        words.push(format!("breaks after {hp} damage and leaves {rubble}"));
    }
    match words.is_empty() {
        true => "open".to_owned(),
        false => words.join("; "),
    }
}

/// Writes the terrain that means something here.
fn grounds(catalog: &Catalog, content: &CasketContent) -> Vec<Entry> {
    let all = catalog.terrains.iter().zip(&content.grounds);
    let known = all.filter(|(_, one)| **one != Ground::default());
    known
        .map(|(terrain, one)| {
            let about = ground(catalog, one);
            entry("terrain", &terrain.key, &terrain.name, &about)
        })
        .collect()
}

fn monsters(content: &CasketContent) -> Vec<Entry> {
    let monsters = content.monsters.iter().map(|monster| {
        let mut entry = entry("monster", &monster.key, &monster.name, &monster.description);
        entry.fact("Hit points", monster.hp);
        entry.fact("Defence", monster.defence);
        entry.fact("Steps", monster.steps);
        let attacks = monster.attacks.iter();
        let attacks: Vec<_> = attacks
            .map(|one| content.card(one.card).name.as_str())
            .collect();
        entry.fact("Attacks", attacks.join(", "));
        entry
    });
    let objectives = content.objectives.iter().map(|objective| {
        let (key, name) = (&objective.key, &objective.name);
        let mut entry = entry("objective", key, name, &objective.description);
        entry.fact("Hit points", objective.hp);
        entry.fact("Defence", objective.defence);
        entry
    });
    monsters.chain(objectives).collect()
}
