//! What computers never do or use in over 200 battles of all missions, which `unused.txt` lists with the reasons.

use std::collections::BTreeSet;

use bevy::prelude::World;
use hexscape::battle::journal::Journal;
use hexscape::battle::rules::Rules;
use hexscape::chronicle::record::{BattleRecord, Sort, Vocabulary};
use hexscape::content::definition::Definition;
use hexscape::content::{Catalog, assets_folder, load_default};
use hexscape::headless::{Arena, vocabulary};
use hexscape::mission::{self, Terms};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::content::Gait;
use hexscape::rules::battlescape::order::Order as SquadOrder;
use hexscape::rules::casket::Casket;
use hexscape::rules::fleet::Fleet;
use hexscape::rules::fleet::content::FleetContent;
use hexscape::rules::fleet::order::{Action, CarrierAction, Order as FleetOrder};
use hexscape::rules::operations::Operations;
use hexscape::rules::party::Party;
use hexscape::rules::party::content::PartyContent;
use hexscape::rules::party::objects::Deed;
use hexscape::rules::party::order::Order as PartyOrder;

/// Battles of each mission.
const BATTLES: u64 = 9;

/// What never occurs, a line each: `squads order Prime: why`; `rare` before it marks what occurs now and then.
const LIST: &str = include_str!("unused.txt");

/// Everything that may occur, and what did.
#[derive(Default)]
struct Tally {
    all: BTreeSet<String>,
    seen: BTreeSet<String>,
}

impl Tally {
    fn may(&mut self, rules: &str, sort: &str, names: impl IntoIterator<Item = impl ToString>) {
        let names = names.into_iter();
        self.all
            .extend(names.map(|name| format!("{rules} {sort} {}", name.to_string())));
    }

    fn saw(&mut self, rules: &str, sort: &str, name: impl ToString) {
        self.seen
            .insert(format!("{rules} {sort} {}", name.to_string()));
    }

    /// Takes what is used by kind and key.
    fn take_means(&mut self, rules: &str, words: &Vocabulary, record: &BattleRecord) {
        let acts = record.acts.iter().map(|act| act.means);
        let losses = record.losses.iter().filter_map(|loss| loss.means);
        let used: BTreeSet<_> = acts.chain(losses).collect();
        for (at, means) in (0..).zip(&words.means) {
            let sort = match means.sort {
                Sort::Weapon => "weapon",
                Sort::Item => "item",
                Sort::Ability => "ability",
                Sort::Hazard => continue,
            };
            self.may(rules, sort, [&means.term.key]);
            if used.contains(&at) {
                self.saw(rules, sort, &means.term.key);
            }
        }
    }
}

/// Kinds of orders of squads.
const SQUAD_ORDERS: [&str; 23] = [
    "Move",
    "GoProne",
    "Turn",
    "Attack",
    "FireAt",
    "TakeCover",
    "Stand",
    "Reload",
    "Ready",
    "ReadySuppression",
    "Throw",
    "Prime",
    "Toss",
    "Lay",
    "Use",
    "Switch",
    "PickUp",
    "Drop",
    "Cast",
    "Door",
    "Interact",
    "Leave",
    "EndUnit",
];

/// Returns the first word of how something is written, such as `Move`.
fn word(one: &impl std::fmt::Debug) -> String {
    let text = format!("{one:?}");
    let end = text.find(|c: char| !c.is_ascii_alphanumeric());
    text[..end.unwrap_or(text.len())].to_owned()
}

fn orders<R: Rules>(world: &World) -> impl Iterator<Item = &R::Order> {
    let entries = world.resource::<Journal<R>>().entries.iter();
    entries.map(|entry| &entry.order)
}

fn see_squads(world: &World, tally: &mut Tally) {
    tally.may("squads", "order", SQUAD_ORDERS);
    let gaits = [
        Gait::Walk,
        Gait::Run,
        Gait::Crouch,
        Gait::Crawl,
        Gait::Disengage,
    ];
    tally.may("squads", "gait", gaits.map(|gait| word(&gait)));
    for order in orders::<Battlescape>(world) {
        tally.saw("squads", "order", word(order));
        if let SquadOrder::Move(_, gait, _) = order {
            tally.saw("squads", "gait", word(gait));
        }
    }
}

fn see_fleets(world: &World, tally: &mut Tally) {
    let actions = [
        Action::None,
        Action::Move,
        Action::Attack,
        Action::Defend,
        Action::Land,
    ];
    tally.may("fleet", "action", actions.map(|action| word(&action)));
    tally.may("fleet", "carrier", ["Move", "Repair", "Rearm", "Queue"]);
    tally.may("fleet", "plan", ["deployment", "launch", "target", "queue"]);
    for order in orders::<Fleet>(world) {
        let FleetOrder::Commit(plan) = order else {
            continue;
        };
        if let Some(action) = &plan.carrier {
            tally.saw("fleet", "carrier", word(action));
            if matches!(action, CarrierAction::Queue(_)) {
                tally.saw("fleet", "plan", "queue");
            }
        }
        for ship in plan.ships.values() {
            tally.saw("fleet", "action", word(&ship.action));
            if ship.target.is_some() {
                tally.saw("fleet", "plan", "target");
            }
            if !ship.queue.is_empty() {
                tally.saw("fleet", "plan", "queue");
            }
        }
        if !plan.launches.is_empty() {
            tally.saw("fleet", "plan", "launch");
        }
        if !plan.deployments.is_empty() {
            tally.saw("fleet", "plan", "deployment");
        }
    }
}

fn see_parties(world: &World, tally: &mut Tally) {
    let kinds = [
        "Move",
        "Attack",
        "Cast",
        "Open",
        "Equip",
        "Use",
        "Handle",
        "Take",
        "Put",
        "Sheathe",
        "Alert",
        "Rest",
        "Fight",
        "EndCombat",
        "EndTurn",
        "Enter",
        "Leave",
        "Engage",
        "Avoid",
    ];
    tally.may("party", "order", kinds);
    let deeds = [Deed::Open, Deed::Close, Deed::Unlock, Deed::Disarm];
    tally.may("party", "deed", deeds.map(|deed| word(&deed)));
    for order in orders::<Party>(world) {
        tally.saw("party", "order", word(order));
        if let PartyOrder::Handle(_, deed, _) = order {
            tally.saw("party", "deed", word(deed));
        }
    }
}

/// Notes what missions give units beside weapons and items, such as perks.
fn see_gifts(text: &str, catalog: &Catalog, tally: &mut Tally) {
    let fleet = catalog.part::<FleetContent>();
    let keys = |sort: &'static str, keys: Vec<String>| (sort, keys);
    let gifts = [
        keys(
            "perk",
            fleet.perks.iter().map(|one| one.key().to_owned()).collect(),
        ),
        keys(
            "trait",
            fleet
                .traits
                .iter()
                .map(|one| one.key().to_owned())
                .collect(),
        ),
        keys(
            "admiral",
            fleet
                .admirals
                .iter()
                .map(|one| one.key().to_owned())
                .collect(),
        ),
        keys(
            "upgrade",
            fleet
                .upgrades
                .iter()
                .map(|one| one.key().to_owned())
                .collect(),
        ),
    ];
    for (sort, keys) in gifts {
        for key in keys {
            if text.contains("rules: Fleet") && text.contains(&format!("\"{key}\"")) {
                tally.saw("fleet", sort, &key);
            }
            tally.may("fleet", sort, [key]);
        }
    }
}

/// Notes which effects the spells that occurred lay on characters.
fn see_effects(catalog: &Catalog, tally: &mut Tally) {
    let content = catalog.part::<PartyContent>();
    tally.may(
        "party",
        "effect",
        content.effects.iter().map(Definition::key),
    );
    let seen = |sort: &str, key: &str| tally.seen.contains(&format!("party {sort} {key}"));
    let cast = content.spells.iter().filter(|spell| {
        let mut items = content.items.iter();
        let by_item = items
            .any(|item| content.spell(item.spell).key() == spell.key() && seen("item", item.key()));
        by_item || seen("ability", spell.key())
    });
    let laid: Vec<_> = cast
        .filter_map(|spell| spell.effect)
        .map(|effect| content.effect(effect).key().to_owned())
        .collect();
    for key in laid {
        tally.saw("party", "effect", key);
    }
}

fn see_caskets(world: &World, tally: &mut Tally) {
    let kinds = [
        "Step", "Turn", "Brace", "Play", "Pass", "React", "Guard", "Lose", "BoilOver", "Discard",
        "Steer",
    ];
    tally.may("casket", "order", kinds);
    for order in orders::<Casket>(world) {
        tally.saw("casket", "order", word(order));
    }
}

fn see_operations(world: &World, tally: &mut Tally) {
    let kinds = [
        "Move",
        "Ride",
        "Blow",
        "Done",
        "Position",
        "Hold",
        "Plan",
        "Fire",
        "FireAll",
        "Confirm",
        "Assign",
        "AntiArmor",
        "CeaseFire",
        "Assault",
        "CallOff",
        "TypeDice",
        "First",
        "Roll",
        "Lose",
        "Truck",
        "Retreat",
        "Captures",
    ];
    tally.may("operations", "order", kinds);
    for order in orders::<Operations>(world) {
        tally.saw("operations", "order", word(order));
    }
}

/// Plays battles of every mission; returns what may occur and what did.
fn play() -> Tally {
    let catalog = load_default().unwrap_or_else(|problems| panic!("{problems}"));
    let folder = assets_folder().expect("the assets are beside the crate");
    let (mut tally, mut arena) = (Tally::default(), Arena::default());
    for file in mission::files(&folder.join("missions")) {
        let text = std::fs::read_to_string(&file).expect("missions can be read");
        see_gifts(&text, &catalog, &mut tally);
        for seed in 1..=BATTLES {
            let terms = Terms {
                seed,
                ..Terms::default()
            };
            let mission = mission::parse(&file.display().to_string(), &text, &catalog, terms);
            let mission = mission.unwrap_or_else(|problems| panic!("{problems}"));
            let (rules, see): (_, fn(&World, &mut Tally)) = match mission.rules.name() {
                "Battlescape" => ("squads", see_squads),
                "Fleet" => ("fleet", see_fleets),
                "Casket" => ("casket", see_caskets),
                "Operations" => ("operations", see_operations),
                _ => ("party", see_parties),
            };
            let record = arena.record(&mission, seed);
            tally.take_means(rules, &vocabulary(&mission), &record);
            see(arena.world_mut(), &mut tally);
        }
    }
    see_effects(&catalog, &mut tally);
    tally
}

/// Lists what is explained, and whether it is rare rather than never seen.
fn explained() -> Vec<(&'static str, bool)> {
    let lines = LIST.lines().filter(|line| !line.is_empty());
    let lines = lines.map(|line| {
        let (name, why) = line.split_once(": ").expect("a name and a reason");
        assert!(why.len() > 10, "{name} needs a reason");
        match name.strip_prefix("rare ") {
            Some(name) => (name, true),
            None => (name, false),
        }
    });
    lines.collect()
}

#[test]
fn what_computers_never_do_in_battles_of_all_missions_is_listed() {
    let tally = play();
    let listed = explained();
    for (name, _) in &listed {
        assert!(tally.all.contains(*name), "there is no {name}");
    }
    let is_listed = |name: &&String| listed.iter().any(|(one, _)| one == *name);
    let missing = tally.all.difference(&tally.seen);
    let missing: Vec<_> = missing.filter(|name| !is_listed(name)).collect();
    let stale = listed
        .iter()
        .filter(|(name, is_rare)| !is_rare && tally.seen.contains(*name));
    println!("listed, and yet seen: {:?}", stale.collect::<Vec<_>>());
    assert!(
        missing.is_empty(),
        "never seen in {BATTLES} battles of each mission, and not in unused.txt: {missing:#?}"
    );
}
