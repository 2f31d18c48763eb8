//! Forms of every rule set: they list what its missions can say, and what they write is read.

use hexscape::battle::grid::{Layout, TileId};
use hexscape::content::Catalog;
use hexscape::content::form::{Body, Choice, Field, Kind};
use hexscape::content::tree::{Node, Value};
use hexscape::mission::edit::outline::{mission_fields, side_fields};
use hexscape::mission::edit::{At, Draft, Edit, Forms, Path, UnitDraft, fresh};
use hexscape::mission::{self, Mission, RuleSet, Terms};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::fleet::Fleet;
use hexscape::rules::fleet::scenario::Scenario;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::edit::{all_shipped, catalog, draft};

fn forms(draft: &Draft, catalog: &Catalog) -> Forms {
    draft.forms(catalog)
}

/// A new mission of each rule set that has such.
fn new_missions() -> Vec<(RuleSet, Draft)> {
    let all = RuleSet::all().iter();
    let text = |rules| fresh(rules, "New", (Layout::PointyOddRows, 12, 9));
    all.filter_map(|rules| Some((*rules, draft(&text(*rules)?))))
        .collect()
}

#[track_caller]
fn load(draft: &Draft, catalog: &Catalog) -> Mission {
    mission::parse("draft.ron", draft.text(), catalog, Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}\n{}", draft.text()))
}

/// Says what of a value is not in its form.
fn check_kind(node: &Node, kind: &Kind, root: &Node, wrong: &mut Vec<String>) {
    let text = node.to_ron();
    let inner = match &node.value {
        Value::Tuple(Some(some), items) if some == "Some" && items.len() == 1 => &items[0],
        _ => node,
    };
    let is_right = match (kind, &inner.value) {
        (Kind::Kept(_), _)
        | (Kind::Flag, Value::Bool(_))
        | (Kind::Line | Kind::Prose, Value::Text(_)) => true,
        (Kind::Whole(range), Value::Int(value)) => range.contains(value),
        (Kind::Choice(choice), _) => choice.all(root).iter().any(|one| one.written == text),
        (Kind::Hex | Kind::Place, Value::Tuple(None, items)) => items.len() == 2,
        (Kind::Place, Value::Tuple(Some(zone), _)) => zone == "Zone",
        (Kind::Maybe(_), Value::Name(none)) if none == "None" => true,
        (Kind::Maybe(kind), _) => return check_kind(inner, kind, root, wrong),
        (Kind::List(kind, least), Value::List(items)) => {
            items
                .iter()
                .for_each(|item| check_kind(item, kind, root, wrong));
            items.len() >= *least
        }
        (Kind::Pair(kinds), Value::Tuple(None, items)) if items.len() == 2 => {
            check_kind(&items[0], &kinds.0, root, wrong);
            check_kind(&items[1], &kinds.1, root, wrong);
            true
        }
        (Kind::Map(kinds), Value::Map(entries)) => {
            for (key, value) in entries {
                check_kind(key, &kinds.0, root, wrong);
                check_kind(value, &kinds.1, root, wrong);
            }
            true
        }
        (Kind::Fields(fields), Value::Struct(None, _)) => {
            check_fields(inner, fields, root, wrong);
            true
        }
        (Kind::Fields(_), Value::Tuple(None, items)) => items.is_empty(),
        (
            Kind::Variants(all),
            Value::Name(word) | Value::Struct(Some(word), _) | Value::Tuple(Some(word), _),
        ) => match (all.iter().find(|one| one.word == word), &inner.value) {
            (Some(variant), value) => match (&variant.body, value) {
                (Body::Bare, Value::Name(_)) => true,
                (Body::One(kind), Value::Tuple(_, items)) if items.len() == 1 => {
                    check_kind(&items[0], kind, root, wrong);
                    true
                }
                (Body::Fields(fields), _) => {
                    check_fields(inner, fields, root, wrong);
                    true
                }
                _ => false,
            },
            (None, _) => false,
        },
        _ => false,
    };
    if !is_right {
        wrong.push(format!("{text} is no {kind:?}"));
    }
}

fn check_fields(node: &Node, fields: &[Field], root: &Node, wrong: &mut Vec<String>) {
    let Value::Struct(_, written) = &node.value else {
        return;
    };
    for one in written {
        match fields.iter().find(|field| field.name == one.name) {
            Some(field) => check_kind(&one.node, &field.kind, root, wrong),
            None => wrong.push(format!("no form has {}", one.name)),
        }
    }
    for field in fields.iter().filter(|field| field.is_needed) {
        if !written.iter().any(|one| one.name == field.name) {
            wrong.push(format!("{} is needed and not written", field.name));
        }
    }
}

/// Says what a mission says that no form has.
fn check_mission(draft: &Draft, forms: &Forms) -> Vec<String> {
    let (root, sheet) = (draft.root(), draft.sheet());
    let mut wrong = Vec::new();
    let bare = |name, kind| Field::new(name, name, kind);
    // These are painted, or have forms of their own below.
    let painted = ["rules", "board", "zones", "sides"];
    let mut whole = mission_fields();
    whole.extend(forms.mission.iter().cloned());
    whole.push(bare("objectives", Kind::Fields(forms.objectives.clone())));
    let mut rest = root.clone();
    if let Value::Struct(_, fields) = &mut rest.value {
        fields.retain(|field| !painted.contains(&field.name.as_str()));
    }
    check_fields(&rest, &whole, root, &mut wrong);
    for side in 0..sheet.sides.len() {
        let mut fields = side_fields(forms.at_table);
        fields.extend(forms.side.iter().cloned());
        for (post, form) in sheet.outline.posts.iter().zip(&forms.units) {
            let unit = Kind::Fields(form.fields.clone());
            let kind = if post.is_list { Kind::list(unit) } else { unit };
            fields.push(bare(post.field, kind));
        }
        let node = Path::of("sides").item(side).find(root).expect("a side");
        check_fields(node, &fields, root, &mut wrong);
    }
    for (group, _) in &forms.figures {
        if let Some(node) = draft.figure(&Path::of(group.name)) {
            check_figures(node, &group.kind, root, &mut wrong);
        }
    }
    wrong
}

/// As for other values, but that figures may be left out.
fn check_figures(node: &Node, kind: &Kind, root: &Node, wrong: &mut Vec<String>) {
    match (kind, &node.value) {
        (Kind::Fields(fields), Value::Struct(_, written)) => {
            for one in written {
                match fields.iter().find(|field| field.name == one.name) {
                    Some(field) => check_figures(&one.node, &field.kind, root, wrong),
                    None => wrong.push(format!("no figure is {}", one.name)),
                }
            }
        }
        (Kind::Map(kinds), Value::Map(entries)) => {
            for (key, value) in entries {
                check_kind(key, &kinds.0, root, wrong);
                check_figures(value, &kinds.1, root, wrong);
            }
        }
        _ => check_kind(node, kind, root, wrong),
    }
}

#[test]
fn forms_list_whatever_a_shipped_mission_says() {
    let catalog = catalog();
    for (file, text) in all_shipped() {
        let mut draft = draft(&text);
        if !draft.sheet().board.is_drawn {
            draft.draw_board(&catalog, 0).expect("a board can be drawn");
        }
        let wrong = check_mission(&draft, &forms(&draft, &catalog));
        assert!(wrong.is_empty(), "{file}: {wrong:#?}");
    }
}

#[test]
fn the_usual_figures_are_within_the_bounds_of_their_form() {
    let catalog = catalog();
    for (rules, draft) in new_missions() {
        let forms = forms(&draft, &catalog);
        assert!(!forms.figures.is_empty(), "{rules:?}");
        let mut wrong = Vec::new();
        for (field, usual) in &forms.figures {
            check_kind(usual, &field.kind, draft.root(), &mut wrong);
            assert!(
                !field.about.is_empty() || field.label.len() > 1,
                "{}",
                field.name
            );
        }
        assert!(wrong.is_empty(), "{rules:?}: {wrong:#?}");
    }
}

/// Collects what an editor shows of a kind: labels of fields, words and keys.
fn labels(kind: &Kind, all: &mut Vec<String>) {
    match kind {
        Kind::Choice(choice) => {
            all.extend(choice.options.iter().map(|one| one.label.clone()));
        }
        Kind::Maybe(inner) | Kind::List(inner, _) => labels(inner, all),
        Kind::Pair(kinds) | Kind::Map(kinds) => {
            labels(&kinds.0, all);
            labels(&kinds.1, all);
        }
        Kind::Fields(fields) => field_labels(fields, all),
        Kind::Variants(variants) => {
            for variant in variants {
                all.push(variant.label.clone());
                match &variant.body {
                    Body::Bare => {}
                    Body::One(kind) => labels(kind, all),
                    Body::Fields(fields) => field_labels(fields, all),
                }
            }
        }
        Kind::Flag
        | Kind::Whole(_)
        | Kind::Line
        | Kind::Prose
        | Kind::Hex
        | Kind::Place
        | Kind::Kept(_) => {}
    }
}

fn field_labels(fields: &[Field], all: &mut Vec<String>) {
    for field in fields {
        all.extend([&field.label, &field.about].map(Clone::clone));
        all.push(field.usual_in_words().to_owned());
        labels(&field.kind, all);
    }
}

/// Whether a text holds a word of code, such as `LastStanding` or `reaction_least`, or a section of the
/// reference.
fn is_code(text: &str) -> bool {
    let is_camel = |word: &str| {
        let letters: Vec<char> = word.chars().collect();
        let mut pairs = letters.windows(2);
        pairs.any(|pair| pair[0].is_lowercase() && pair[1].is_uppercase())
    };
    text.contains(['_', '§']) || text.split_whitespace().any(is_camel)
}

#[test]
fn an_editor_shows_words_for_whatever_a_mission_can_say() {
    let catalog = catalog();
    for (rules, draft) in new_missions() {
        let forms = forms(&draft, &catalog);
        let mut all = Vec::new();
        field_labels(&mission_fields(), &mut all);
        field_labels(&side_fields(forms.at_table), &mut all);
        for fields in [&forms.mission, &forms.side, &forms.objectives] {
            field_labels(fields, &mut all);
        }
        for form in &forms.units {
            field_labels(&form.fields, &mut all);
            all.extend(form.kinds.iter().map(|kind| kind.name.clone()));
        }
        for (field, _) in &forms.figures {
            field_labels(std::slice::from_ref(field), &mut all);
        }
        assert!(all.len() > 100, "{rules:?}");
        let codes: Vec<_> = all.iter().filter(|text| is_code(text)).collect();
        assert!(codes.is_empty(), "{rules:?}: {codes:#?}");
    }
}

#[test]
fn a_new_mission_of_each_rule_set_plays_as_it_is() {
    let catalog = catalog();
    let all = new_missions();
    assert!(all.len() >= 2, "squads and fleets have new missions");
    for (rules, draft) in all {
        let mission = load(&draft, &catalog);
        assert_eq!(mission.rules, rules);
        assert!(mission.doubts.is_empty(), "{:?}", mission.doubts);
        assert!(check_mission(&draft, &forms(&draft, &catalog)).is_empty());
    }
}

/// Checks that edits leave a mission that loads, with all other lines as they were.
#[track_caller]
fn check_edits(draft: &mut Draft, catalog: &Catalog, edits: &[Edit]) -> Mission {
    let text = draft.text().to_owned();
    for edit in edits {
        if let Err(why) = draft.apply(edit) {
            panic!("{edit:?}: {why}");
        }
    }
    let mission = load(draft, catalog);
    let kept = text
        .lines()
        .filter(|line| draft.text().lines().any(|new| new == *line));
    let (kept, all) = (kept.count(), text.lines().count());
    assert!(
        kept + edits.len() >= all,
        "{kept} of {all} lines are left:\n{}",
        draft.text()
    );
    mission
}

fn shipped(name: &str) -> Draft {
    let mut all = all_shipped().into_iter();
    let (_, text) = all
        .find(|(file, _)| file.contains(name))
        .expect("it is shipped");
    draft(&text)
}

#[test]
fn a_mission_of_fleets_is_painted_and_its_units_come_and_go() {
    let catalog = catalog();
    let mut draft = shipped("cold_start");
    let text = draft.text().to_owned();
    let frigate = UnitDraft::new(1, "frigate", Some(At::Hex(6, 7))).with("traits", "[\"static\"]");
    let edits = [
        Edit::Terrain(vec![TileId(10)], "mines".into()),
        Edit::Zone("south".into(), (42..56).chain([35]).map(TileId).collect()),
        Edit::AddUnit(0, frigate),
        Edit::RemoveUnit(1, 1),
        Edit::set("sides.0.ships.0.pilot.xp", "60"),
        Edit::set("sides.0.ships.0.pilot.perks.0", "\"evasive\""),
        Edit::set("sides.1.carrier.facing", "West"),
        Edit::set("objectives.wings", "false"),
        Edit::set("sides.0.ships.1.at", "(0, 7)"),
        Edit::Figure(Path::of("options.sub_phases"), Some("3".into())),
    ];
    let mission = check_edits(&mut draft, &catalog, &edits);
    let scenario = Scenario::of(&mission);
    let [own, foes] = &scenario.fleets[..] else {
        panic!("two sides");
    };
    assert_eq!((own.ships.len(), foes.ships.len()), (7, 5));
    assert_eq!((own.zone.len(), own.ships[0].pilot.xp), (15, 60));
    assert!(!scenario.objectives.wings);
    assert_eq!(own.ships[0].pilot.perks.len(), 1);
    assert!(
        draft
            .text()
            .contains("rules: Fleet(options: (sub_phases: 3)),")
    );
    while draft.undo() {}
    assert_eq!(draft.text(), text);
}

#[test]
fn a_side_has_one_carrier_and_a_ship_without_a_hex_faces_nowhere() {
    let catalog = catalog();
    let mut draft = shipped("cold_start");
    let carrier = UnitDraft::new(0, "scout", Some(At::Hex(0, 7)));
    let refusal = draft.apply(&Edit::AddUnit(0, carrier.clone()));
    assert_eq!(refusal, Err("a side has at most one carrier".into()));
    // The frigate has a hex; to go without, it would have to dock, which it cannot.
    let at = Path::of("sides.0.ships.4.at");
    draft
        .apply(&Edit::Set(at, None))
        .expect("it can be left out");
    assert_eq!(draft.sheet().sides[0].units[5].facing, None);
    let problems = draft.problems(&catalog);
    assert!(problems[0].message.contains("cannot dock"), "{problems:?}");
    assert!(draft.undo());
    draft
        .apply(&Edit::RemoveUnit(0, 0))
        .expect("the carrier goes");
    assert!(!draft.text().contains("Constance"));
    draft
        .apply(&Edit::AddUnit(0, carrier))
        .expect("another comes");
    assert_eq!(draft.sheet().sides[0].units[0].kind, "scout");
}

#[test]
fn triggers_and_second_goals_of_squads_are_written_by_forms() {
    let catalog = catalog();
    let rules = RuleSet::of::<Battlescape>();
    let text = fresh(rules, "New", (Layout::PointyOddRows, 12, 9)).expect("there are new missions");
    let mut draft = draft(&text);
    let edits = [
        Edit::Zone("hill".into(), vec![TileId(40), TileId(41)]),
        Edit::text("sides.1.units.0.name", "Boss"),
        Edit::set("triggers.0", "(when: Turn(3), then: [Message(\"so\")])"),
        Edit::set(
            "triggers.1",
            "(when: Dies(\"Boss\"), then: [Message(\"so\")])",
        ),
        Edit::set(
            "triggers.1.then.1",
            "Light(at: (0, 0), radius: 3, turns: 2)",
        ),
        Edit::set("triggers.0.when", "Enters(zone: \"hill\", side: \"Squad\")"),
        Edit::set(
            "objectives.secondary.0",
            "(name: \"Go\", objective: Reach(zone: \"hill\"))",
        ),
        Edit::set(
            "triggers.2",
            "(when: Completes(\"Go\"), then: [Message(\"so\")])",
        ),
        Edit::text("sides.1.units.0.name", "Chief"),
        Edit::text("objectives.secondary.0.name", "Went"),
        Edit::text("sides.0.name", "Recon"),
        Edit::Figure(Path::of("tu.walk"), Some("5".into())),
    ];
    let mission = check_edits(&mut draft, &catalog, &edits);
    let script = &hexscape::rules::battlescape::scenario::Scenario::of(&mission).script;
    assert_eq!((script.triggers.len(), script.secondary.len()), (3, 1));
    for expected in [
        "Dies(\"Chief\")",
        "Completes(\"Went\")",
        "side: \"Recon\"",
        "rules: Battlescape(tu: (walk: 5)),",
    ] {
        assert!(
            draft.text().contains(expected),
            "{expected}:\n{}",
            draft.text()
        );
    }
}

/// Lists the figures below a field: their paths and kinds.
fn leaves(kind: &Kind, usual: Option<&Node>, path: &Path, found: &mut Vec<(Path, Kind)>) {
    match (kind, usual.map(|node| &node.value)) {
        (Kind::Fields(fields), _) => {
            for field in fields {
                let node = usual.and_then(|node| Path::of(field.name).find(node));
                leaves(&field.kind, node, &path.field(field.name), found);
            }
        }
        (Kind::Map(kinds), Some(Value::Map(entries))) => {
            for (key, node) in entries {
                leaves(&kinds.1, Some(node), &path.key(&key.to_ron()), found);
            }
        }
        (Kind::List(kind, _), Some(Value::List(items))) if !items.is_empty() => {
            leaves(kind, items.first(), &path.item(0), found);
        }
        _ => found.push((path.clone(), kind.clone())),
    }
}

#[test]
fn any_figure_can_be_overridden_within_its_bounds_and_the_usual_value_is_not_written() {
    let catalog = catalog();
    for (rules, mut draft) in new_missions() {
        let forms = forms(&draft, &catalog);
        let text = draft.text().to_owned();
        let mut all = Vec::new();
        for (field, usual) in &forms.figures {
            let path = Path::of(field.name);
            leaves(&field.kind, Some(usual), &path, &mut all);
        }
        // The party has few figures; its content is in definitions.
        let least = if draft.text().contains("Party(") {
            30
        } else {
            100
        };
        assert!(all.len() > least, "{rules:?} has {} figures", all.len());
        for (path, kind) in all {
            let values = match &kind {
                Kind::Whole(range) => vec![range.start().to_string(), range.end().to_string()],
                Kind::Flag => vec!["true".into(), "false".into()],
                Kind::Choice(Choice { options, .. }) => {
                    options.iter().map(|one| one.written.clone()).collect()
                }
                _ => continue,
            };
            for to in &values {
                draft
                    .apply(&forms.override_figure(&draft, &path, Some(to)))
                    .unwrap_or_else(|why| panic!("{path:?}: {why}"));
                let found = draft.problems(&catalog);
                let is_bounds = |message: &str| {
                    ["out of range", "no field", "expected", "unknown"]
                        .iter()
                        .any(|part| message.contains(part))
                };
                let strange = found.iter().find(|one| is_bounds(&one.message));
                // One of two phases a turn is refused by the rules, not by the bounds.
                let strange = strange.filter(|one| !one.message.contains("sub_phases"));
                assert!(
                    strange.is_none(),
                    "{path:?} {to}: {strange:?}\n{}",
                    draft.text()
                );
            }
            let usual = forms.usual(&path).expect("it has a usual value");
            draft
                .apply(&forms.override_figure(&draft, &path, Some(&usual)))
                .expect("it can be as usual");
            assert_eq!(draft.text(), text, "{path:?}");
        }
    }
}

/// Draws a value of a kind.
fn any_value(kind: &Kind, root: &Node, dice: &mut ChaCha8Rng) -> String {
    match kind {
        Kind::Flag => ["true", "false"][dice.random_range(0..2)].into(),
        Kind::Whole(range) => dice.random_range(range.clone()).to_string(),
        Kind::Line => format!("\"Some {}\"", dice.random_range(0..1000)),
        Kind::Choice(choice) => {
            let all = choice.all(root);
            match all.is_empty() {
                true => "\"nothing\"".into(),
                false => all[dice.random_range(0..all.len())].written.clone(),
            }
        }
        Kind::List(kind, least) => {
            let count = least + dice.random_range(0..2);
            let items: Vec<_> = (0..count).map(|_| any_value(kind, root, dice)).collect();
            format!("[{}]", items.join(", "))
        }
        Kind::Variants(all) => all[dice.random_range(0..all.len())].first(root),
        _ => kind.first(root),
    }
}

/// Draws an edit of a field of any form.
fn any_edit(draft: &Draft, forms: &Forms, dice: &mut ChaCha8Rng) -> Edit {
    let sheet = draft.sheet();
    let side = dice.random_range(0..sheet.sides.len());
    let mut all: Vec<(Path, Field)> = Vec::new();
    let mut add = |path: &Path, fields: &[Field]| {
        let fields = fields.iter().cloned();
        all.extend(fields.map(|field| (path.field(field.name), field)));
    };
    let top = Path::default();
    add(&top, &mission_fields());
    add(&top, &forms.mission);
    add(&Path::of("objectives"), &forms.objectives);
    add(&Path::of("sides").item(side), &side_fields(forms.at_table));
    add(&Path::of("sides").item(side), &forms.side);
    if let Some(count) = sheet.sides[side].units.len().checked_sub(1) {
        let index = dice.random_range(0..=count);
        let path = sheet.unit_path(side, index).expect("it is there");
        let post = sheet.sides[side].units[index].post;
        add(&path, &forms.units[post].fields);
    }
    let (path, field) = &all[dice.random_range(0..all.len())];
    match !field.is_needed && dice.random_range(0..3) == 0 {
        true => Edit::Set(path.clone(), None),
        false => Edit::Set(
            path.clone(),
            Some(any_value(&field.kind, draft.root(), dice)),
        ),
    }
}

#[test]
fn whatever_forms_write_is_read_and_taken_back_byte_for_byte() {
    let catalog = catalog();
    for (file, text) in all_shipped() {
        let mut dice = ChaCha8Rng::seed_from_u64(text.len() as u64);
        let mut draft = draft(&text);
        let forms = forms(&draft, &catalog);
        for step in 0..60 {
            let edit = any_edit(&draft, &forms, &mut dice);
            // A name may be taken.
            let _ = draft.apply(&edit);
            let found = draft.problems(&catalog);
            // Values do not fit each other, but each is of the kind that is read.
            let is_form = |message: &str| {
                ["has no field", "expected", "is given twice", "lacks `"]
                    .iter()
                    .any(|part| message.contains(part))
            };
            let strange = found.iter().find(|one| is_form(&one.message));
            assert!(
                strange.is_none(),
                "{file} step {step} {edit:?}: {strange:?}"
            );
        }
        while draft.undo() {}
        assert_eq!(draft.text(), text, "{file}");
    }
}

#[test]
fn a_zone_in_use_is_told_with_what_it_is_for() {
    let draft = shipped("cold_start");
    let used = Forms::zones_in_use(draft.root(), draft.sheet().outline);
    let names: Vec<_> = used.iter().map(|(_, zone)| zone.as_str()).collect();
    assert_eq!(names, ["south", "north"]);
    assert_eq!(draft.rules(), RuleSet::of::<Fleet>());
}
