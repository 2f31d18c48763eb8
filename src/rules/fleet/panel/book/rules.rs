//! The chapter of options and rules: what no definition tells, in words, then every option and figure.
//!
//! **Invariant:** each sentence holds in the mode in force; its figures are those of the data.

use crate::{
    content::figures,
    playing::Card,
    rules::fleet::content::{DryShips, FleetContent, Resolution},
};

/// Tells rules in words, and options and figures, those that differ from the shipped ones marked.
pub(super) fn cards(content: &FleetContent, shipped: &FleetContent) -> Vec<Card> {
    let mut cards = sentences(content);
    let usual = figures(shipped);
    let options = figures::list(&content.options).len();
    for (at, (path, value)) in figures(content).into_iter().enumerate() {
        let title = if at < options { "options" } else { "rules" };
        let (group, name) = path.split_once('.').unwrap_or((title, path.as_str()));
        let group = words(group);
        let value = match usual.iter().find(|(other, _)| *other == path) {
            Some((_, usual)) if *usual != value => format!("{value} (usually {usual})"),
            _ => value,
        };
        if cards.last().is_none_or(|card| card.title != group) {
            cards.push(Card::new(group));
        }
        if let Some(card) = cards.last_mut() {
            card.fact(words(name), value);
        }
    }
    cards
}

/// Lists all options, then all figures, by path.
pub(super) fn figures(content: &FleetContent) -> Vec<(String, String)> {
    let mut figures = figures::list(&content.options);
    figures.extend(figures::list(&content.figures));
    figures
}

/// Returns the words of a path of names.
pub(super) fn words(path: &str) -> String {
    path.replace(['.', '_'], " ")
}

/// Tells what holds in the mode in force and belongs to no definition.
fn sentences(content: &FleetContent) -> Vec<Card> {
    let told = [
        ("Carriers in combat", carriers(content)),
        ("What blocks a hex", blocks(content)),
        ("Who is intercepted where", interception(content)),
        ("What may be fired at", detection(content)),
        ("When figures count", moment(content)),
        ("Contested hexes", contested(content)),
        ("Sides left to intents", intents(content)),
        ("Out of ammunition", dry(content)),
        ("When nothing happens", quiet(content)),
        (
            "Fuel",
            "Fuel is not used up in battle and changes nothing here.".into(),
        ),
    ];
    let card = |(title, about): (&str, String)| Card::about(title, about);
    told.into_iter().map(card).collect()
}

/// Carriers beside the fights of ships (§3, §5, §7, §8, §11).
fn carriers(content: &FleetContent) -> String {
    let fights = match content.options.single_occupancy {
        true => "dogfights and shots of ships at ships",
        false => "fights in contested hexes",
    };
    let reach = hexes(content.figures.carrier.reach);
    let range = hexes(content.figures.carrier.range);
    let shaken = content.figures.morale.ally_lost;
    format!(
        "A carrier takes no part in {fights}: it neither attacks there nor is a target. Torpedoes do not \
         splash it, spores do not hurt it. It lends no fire control, it neither intercepts nor is \
         intercepted, and its loss is not that of an ally, which changes morale by {shaken}. Squadrons \
         within {reach} of it attack it after all other fire; a carrier that took no action then fires \
         once, at an enemy within {range}."
    )
}

/// What stands in the way (§5, clarification 5).
fn blocks(content: &FleetContent) -> String {
    let ships = match content.options.single_occupancy {
        true => "One living ship or carrier fits a hex: nobody else may enter it.",
        false => {
            "Ships may share a hex, those of enemies, too; but a living carrier blocks its hex for \
             everyone else, and enters none that is taken."
        }
    };
    format!("{ships} A wreck never blocks.")
}

/// Where ships are intercepted (§5, clarification 3).
fn interception(content: &FleetContent) -> String {
    let stop = match content.options.single_occupancy {
        true => "stops in the last free hex before it",
        false => "stops in it, and the hex is contested then",
    };
    format!(
        "A ship is not intercepted in the hex it starts from, but in every other on its path, that which \
         it comes to included: at the first one that holds an enemy ship which attacks or defends and has \
         a shot left, it {stop}. The interceptor alone attacks, for one shot; its weapon stays ready."
    )
}

/// At what ships and carriers fire (clarification 17).
fn detection(content: &FleetContent) -> String {
    match content.options.blind_fire {
        true => "Ships and carriers fire at whoever is in arc and range, detected or not.".into(),
        false => "Nobody fires at what its side does not detect when the shots are aimed: no ship, no \
                  interceptor, no carrier, no point defense. It is enough that any unit of the side \
                  detects it. A ship that fires without a target loses the shot all the same."
            .into(),
    }
}

/// What becomes of ships without ammunition (clarification 17).
fn dry(content: &FleetContent) -> String {
    let served = match content.options.rearm_beside {
        true => "docked ships, and those beside it that cannot dock",
        false => "docked ships",
    };
    let fate = match content.options.dry_ships {
        DryShips::LeaveByEdge => {
            "leaves the battle if it moves and ends its turn at the edge of the board"
        }
        DryShips::StrikeColors => {
            "strikes its colors at the end of the turn and is out of the battle"
        }
        DryShips::FightOn => "stays all the same",
    };
    format!(
        "A carrier that rearms serves {served}. A ship that has fired all it carried, and has no carrier \
         that could give it any more, {fate}."
    )
}

/// When a battle ends in which nothing happens (clarification 17).
fn quiet(content: &FleetContent) -> String {
    let figures = &content.figures.quiet;
    match figures.turns {
        0 => "A battle in which nothing happens goes on until its last turn.".into(),
        turns => format!(
            "After {turns} turns in a row without damage, launch or a charging jump drive time is up: the \
             battle ends as it does after the last turn. It is announced {} turns before.",
            figures.announced
        ),
    }
}

/// The state of which attacks are reckoned (§8, §9, clarification 2).
fn moment(content: &FleetContent) -> String {
    let lent = format!("fire control ({:+})", content.figures.fire_control);
    match content.options.resolution {
        Resolution::Sequential => format!(
            "Attacks land one after another. ATK and DEF count as they are at the moment of each blow: \
             damage counts at once, and a Frigate that was destroyed before lends no {lent}. Only the \
             living count."
        ),
        Resolution::Simultaneous => format!(
            "All attacks of a step are reckoned on how things stood at its start and land together: who is \
             destroyed in it still hits, and still lends {lent} until it ends. Only those count that were \
             alive at the start. Interceptions and attacks on carriers land one by one all the same."
        ),
    }
}

/// Fights in hexes that ships of several sides share (§6, clarification 10).
fn contested(content: &FleetContent) -> String {
    match content.options.single_occupancy {
        true => "Where one ship fits a hex, none is ever contested.".into(),
        false => "The list of contested hexes is fixed when fighting begins, row by row. One that is \
                  contested no more when its turn comes is skipped without a roll. There all ships roll for \
                  initiative; who has no enemy left there, no shot left, or means a carrier, does nothing \
                  but roll, and spends nothing."
            .into(),
    }
}

/// What sides do that nobody orders (§4, §12).
fn intents(content: &FleetContent) -> String {
    let (bays, times) = (
        content.figures.carrier.bays,
        content.figures.intents.dock_hull,
    );
    let weights = super::weights(content.figures.intents.weights);
    format!(
        "A side that is left to intents plans nothing and reads no other side's plans. Up to {bays} docked \
         ships a turn launch by themselves, if they have a shot and their hull times {times} is above its \
         most. The carrier rearms docked ships when one has no shot left, else it repairs the first that \
         lacks hull. Ships draw what they do by weights that their traits change: {weights}."
    )
}

/// Writes a number of hexes.
pub(super) fn hexes(count: impl Into<u32>) -> String {
    match count.into() {
        1 => "1 hex".into(),
        count => format!("{count} hexes"),
    }
}
