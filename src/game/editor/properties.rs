//! The fields at the right: the chosen unit, the mission, its goal, its sides, its board.
//!
//! **Invariant:** a field that is typed in is one step to take back, however many keys were pressed.

use bevy_egui::egui::{self, Align2, RichText, vec2};

use super::{
    Editor, Page,
    hand::usual_facing,
    palette::{TOP_BAR, heading, room},
    pictures::Pictures,
    show::place_text,
};
use crate::{
    content::Catalog,
    game::{
        hud::panel,
        theme::{BAD, GOOD, faint},
    },
    mission::{
        AiMode,
        edit::{At, Decides, Edit, Goal, Margins, Sheet, SideDraft, UnitDraft},
    },
};

/// Width of the panel's contents.
const WIDTH: f32 = 272.0;
/// Height that the list of problems takes.
const PROBLEMS: f32 = 150.0;

/// What the fields ask for.
#[derive(Default)]
struct Asked {
    edits: Vec<Edit>,
    /// Whether a text field got the keys.
    begins: bool,
    /// Whether a text field lost them.
    ends: bool,
    choose: Option<Option<(usize, usize)>>,
    jump: Option<usize>,
}

impl Asked {
    /// Notes what happened to a text field; whether it was changed.
    fn typed(&mut self, field: &egui::Response) -> bool {
        self.begins |= field.gained_focus();
        self.ends |= field.lost_focus();
        field.changed()
    }
}

pub(super) fn properties(context: &egui::Context, editor: &mut Editor, pictures: &mut Pictures) {
    let mut asked = Asked::default();
    let chosen = editor.chosen;
    let is_asking = editor.dialog.is_some();
    if let Some(page) = &editor.page {
        let sheet = page.draft.sheet();
        panel(
            context,
            "properties",
            Align2::RIGHT_TOP,
            vec2(-8.0, TOP_BAR),
            |ui| {
                ui.set_width(WIDTH);
                ui.spacing_mut().interact_size.y = 24.0;
                if is_asking {
                    ui.disable();
                }
                egui::ScrollArea::vertical()
                    .max_height(room(context) - PROBLEMS)
                    .min_scrolled_height(room(context) - PROBLEMS)
                    .auto_shrink([false, true])
                    .show(ui, |ui| {
                        ui.set_width(WIDTH - 12.0);
                        if let Some((side, index)) = chosen
                            && let Some(unit) =
                                sheet.sides.get(side).and_then(|s| s.units.get(index))
                        {
                            unit_fields(ui, page, (side, index), unit, pictures, &mut asked);
                            ui.separator();
                        }
                        mission_fields(ui, sheet, &mut asked);
                        goal_fields(ui, &page.catalog, sheet, &mut asked);
                        side_fields(ui, sheet, chosen, &mut asked);
                        board_fields(ui, sheet, &mut asked);
                    });
            },
        );
        problems(context, page, &mut asked);
    }
    if let (true, Some(page)) = (asked.begins, &mut editor.page) {
        page.draft.begin_stroke();
    }
    for edit in asked.edits {
        editor.apply(&edit);
    }
    if let (true, Some(page)) = (asked.ends, &mut editor.page) {
        page.draft.end_stroke();
        editor.changed();
    }
    if let Some(chosen) = asked.choose {
        editor.chosen = chosen;
        let grid = editor.sheet_grid();
        editor.look = editor.chosen_unit().and_then(|unit| unit.at.tile(grid));
    }
    if let Some(index) = asked.jump {
        editor.jump(index);
    }
}

/// A label and a field beside it.
fn row<R>(ui: &mut egui::Ui, label: &str, field: impl FnOnce(&mut egui::Ui) -> R) -> R {
    ui.horizontal(|ui| {
        let at = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(vec2(70.0, 24.0), at, |ui| {
            ui.set_min_width(70.0);
            ui.label(faint(label));
        });
        field(ui)
    })
    .inner
}

/// A list to choose one of; `None` is shown as `none`.
fn choose<'a>(
    ui: &mut egui::Ui,
    id: &str,
    now: Option<&str>,
    none: Option<&str>,
    all: impl Iterator<Item = (&'a str, &'a str)>,
) -> Option<Option<String>> {
    let all: Vec<_> = all.collect();
    let shown = now.map_or(none.unwrap_or("choose"), |now| {
        all.iter()
            .find(|(key, _)| *key == now)
            .map_or(now, |(_, name)| name)
    });
    let mut chosen = None;
    egui::ComboBox::from_id_salt(id)
        .width(170.0)
        .selected_text(shown)
        .show_ui(ui, |ui| {
            if let Some(none) = none
                && ui.selectable_label(now.is_none(), none).clicked()
            {
                chosen = Some(None);
            }
            for (key, name) in all {
                if ui.selectable_label(now == Some(key), name).clicked() {
                    chosen = Some(Some(key.to_owned()));
                }
            }
        });
    chosen
}

/// A line of text.
fn line(ui: &mut egui::Ui, text: &mut String, hint: &str, asked: &mut Asked) -> bool {
    let field = ui.add(
        egui::TextEdit::singleline(text)
            .desired_width(170.0)
            .hint_text(hint),
    );
    asked.typed(&field)
}

const MODES: [(&str, AiMode); 6] = [
    ("aggressive", AiMode::Aggressive),
    ("defensive", AiMode::Defensive),
    ("cautious", AiMode::Cautious),
    ("retreat", AiMode::Retreat),
    ("search", AiMode::Search),
    ("hold", AiMode::Hold),
];

fn mode_named(name: &str) -> AiMode {
    let entry = MODES.iter().find(|(known, _)| *known == name);
    entry.map_or(AiMode::Aggressive, |(_, mode)| *mode)
}

fn mode_name(mode: AiMode) -> &'static str {
    let entry = MODES.iter().find(|(_, known)| *known == mode);
    entry.map_or("aggressive", |(name, _)| name)
}

fn unit_fields(
    ui: &mut egui::Ui,
    page: &Page,
    (side, index): (usize, usize),
    unit: &UnitDraft,
    pictures: &mut Pictures,
    asked: &mut Asked,
) {
    let content = &page.catalog.battlescape;
    let sheet = page.draft.sheet();
    let mut new = unit.clone();
    let kind = content.units.iter().find(|kind| kind.key == unit.kind);
    ui.horizontal(|ui| {
        if let Some(kind) = kind {
            let context = ui.ctx().clone();
            ui.add(pictures.unit(&context, kind, side, 40.0));
        }
        ui.vertical(|ui| {
            let name = unit.name.as_deref().or(kind.map(|kind| kind.name.as_str()));
            ui.label(RichText::new(name.unwrap_or("Unit")).strong().size(17.0));
            ui.label(faint(format!("at {}", place_text(&unit.at))));
        });
    });
    row(ui, "Name", |ui| {
        let mut name = unit.name.clone().unwrap_or_default();
        if line(ui, &mut name, "the kind's, with a number", asked) {
            new.name = (!name.is_empty()).then_some(name);
        }
    });
    row(ui, "Kind", |ui| {
        let all = content
            .units
            .iter()
            .map(|kind| (kind.key.as_str(), kind.name.as_str()));
        if let Some(Some(key)) = choose(ui, "kind", Some(&unit.kind), None, all) {
            new.kind = key;
        }
    });
    let mut to_side = side;
    row(ui, "Side", |ui| {
        egui::ComboBox::from_id_salt("unit side")
            .width(170.0)
            .selected_text(&sheet.sides[side].name)
            .show_ui(ui, |ui| {
                for (other, draft) in sheet.sides.iter().enumerate() {
                    ui.selectable_value(&mut to_side, other, &draft.name);
                }
            });
    });
    row(ui, "Weapon", |ui| {
        let all = content
            .weapons
            .iter()
            .map(|weapon| (weapon.key.as_str(), weapon.name.as_str()));
        let own = "as its kind";
        if let Some(key) = choose(ui, "weapon", unit.weapon.as_deref(), Some(own), all) {
            new.weapon = key;
        }
    });
    row(ui, "Suit", |ui| {
        let all = content
            .suits
            .iter()
            .map(|suit| (suit.key.as_str(), suit.name.as_str()));
        if let Some(key) = choose(ui, "suit", unit.suit.as_deref(), Some("its own armor"), all) {
            new.suit = key;
        }
    });
    row(ui, "Mind", |ui| {
        let all = MODES.iter().map(|(name, _)| (*name, *name));
        let now = unit.mode.map(mode_name);
        if let Some(name) = choose(ui, "mode", now, Some("as its side"), all) {
            new.mode = name.as_deref().map(mode_named);
        }
    });
    row(ui, "Starts", |ui| {
        let all = sheet
            .zones
            .iter()
            .map(|zone| (zone.name.as_str(), zone.name.as_str()));
        let (now, here) = match &unit.at {
            At::Zone(zone) => (Some(zone.as_str()), None),
            At::Hex(..) => (None, Some("on this hex")),
        };
        if let Some(Some(zone)) = choose(ui, "place", now, here, all) {
            new.at = At::Zone(zone);
        }
    });
    row(ui, "Group", |ui| {
        let mut group = unit.group.clone().unwrap_or_default();
        if line(ui, &mut group, "here from the start", asked) {
            new.group = (!group.is_empty()).then_some(group);
        }
    });
    item_fields(ui, page, unit, &mut new);
    ui.horizontal(|ui| {
        if ui.button("Turn [R]").clicked() {
            let facing = unit.facing.unwrap_or(usual_facing(side));
            new.facing = Some(facing.turned(1));
        }
        if ui.button("Take out [Del]").clicked() {
            asked.edits.push(Edit::RemoveUnit(side, index));
            asked.choose = Some(None);
        }
        if ui.button("Done [Esc]").clicked() {
            asked.choose = Some(None);
        }
    });
    if to_side != side {
        asked.edits.push(Edit::RemoveUnit(side, index));
        asked.edits.push(Edit::AddUnit(to_side, new));
        asked.choose = Some(Some((to_side, sheet.sides[to_side].units.len())));
    } else if new != *unit {
        asked.edits.push(Edit::Unit(side, index, new));
    }
}

fn item_fields(ui: &mut egui::Ui, page: &Page, unit: &UnitDraft, new: &mut UnitDraft) {
    let content = &page.catalog.battlescape;
    let name = |key: &str| {
        let item = content.items.iter().find(|item| item.key == key);
        item.map_or(key.to_owned(), |item| item.name.clone())
    };
    row(ui, "Items", |ui| match &unit.items {
        None => {
            ui.label(faint("as its kind"));
            if ui.small_button("choose").clicked() {
                let kind = content.units.iter().find(|kind| kind.key == unit.kind);
                let own = kind.map(|kind| kind.items.iter()).into_iter().flatten();
                new.items = Some(own.map(|&item| content.item(item).key.clone()).collect());
            }
        }
        Some(items) => {
            ui.vertical(|ui| {
                for (index, item) in items.iter().enumerate() {
                    ui.horizontal(|ui| {
                        if ui.small_button("×").on_hover_text("Take it away").clicked()
                            && let Some(items) = &mut new.items
                        {
                            items.remove(index);
                        }
                        ui.label(name(item));
                    });
                }
                let all = content
                    .items
                    .iter()
                    .map(|item| (item.key.as_str(), item.name.as_str()));
                let added = choose(ui, "item", None, Some("as its kind"), all);
                match (added, &mut new.items) {
                    (Some(Some(key)), Some(items)) => items.push(key),
                    (Some(None), _) => new.items = None,
                    _ => {}
                }
            });
        }
    });
}

fn mission_fields(ui: &mut egui::Ui, sheet: &Sheet, asked: &mut Asked) {
    heading(ui, "MISSION");
    row(ui, "Name", |ui| {
        let mut name = sheet.name.clone();
        if line(ui, &mut name, "a name for the list", asked) {
            asked.edits.push(Edit::Name(name));
        }
    });
    let mut briefing = sheet.briefing.clone();
    let field = egui::TextEdit::multiline(&mut briefing)
        .desired_rows(3)
        .desired_width(f32::INFINITY)
        .hint_text("what the squad is told before it starts");
    let area = egui::ScrollArea::vertical()
        .id_salt("briefing")
        .max_height(96.0);
    let field = area.show(ui, |ui| ui.add(field)).inner;
    if asked.typed(&field) {
        asked.edits.push(Edit::Briefing(briefing));
    }
    ui.horizontal(|ui| {
        let mut night = sheet.night;
        if ui.checkbox(&mut night, "at night").changed() {
            asked.edits.push(Edit::Night(night));
        }
        ui.separator();
        let mut is_limited = sheet.turn_limit.is_some();
        if ui.checkbox(&mut is_limited, "turn limit").changed() {
            asked.edits.push(Edit::TurnLimit(is_limited.then_some(20)));
        }
        if let Some(limit) = sheet.turn_limit
            && let Some(limit) = number(ui, limit, 1..=500)
        {
            asked.edits.push(Edit::TurnLimit(Some(limit)));
        }
    });
}

/// A number to change; what it becomes.
fn number(ui: &mut egui::Ui, now: u16, range: std::ops::RangeInclusive<u16>) -> Option<u16> {
    let mut number = now;
    let (low, high) = (*range.start(), *range.end());
    ui.spacing_mut().item_spacing.x = 3.0;
    if ui.small_button("−").clicked() {
        number = number.saturating_sub(1);
    }
    ui.add(egui::DragValue::new(&mut number).range(range));
    if ui.small_button("+").clicked() {
        number = number.saturating_add(1);
    }
    let number = number.clamp(low, high);
    (number != now).then_some(number)
}

fn goal_fields(ui: &mut egui::Ui, catalog: &Catalog, sheet: &Sheet, asked: &mut Asked) {
    heading(ui, "GOAL OF THE FIRST SIDE");
    let zone = || {
        sheet
            .zones
            .first()
            .map_or("zone 1".into(), |zone| zone.name.clone())
    };
    let unit = || {
        let names = sheet.sides.iter().flat_map(|side| &side.units);
        names
            .filter_map(|unit| unit.name.clone())
            .next()
            .unwrap_or_default()
    };
    let enemy = || {
        sheet
            .sides
            .get(1)
            .map_or(String::new(), |side| side.name.clone())
    };
    let item = || {
        let item = catalog.battlescape.items.first();
        item.map_or(String::new(), |item| item.key.clone())
    };
    let kinds: [(&str, &dyn Fn() -> Goal); 11] = [
        ("Leave nobody of a side", &|| Goal::Eliminate(enemy())),
        ("Reach a zone", &|| Goal::Reach {
            zone: zone(),
            units: None,
        }),
        ("Escape by the exits", &|| Goal::Escape { units: None }),
        ("Hold a zone", &|| Goal::Hold {
            zone: zone(),
            turns: 3,
        }),
        ("Control zones", &|| Goal::Control(vec![zone()])),
        ("Survive", &|| Goal::Survive(8)),
        ("Kill one unit", &|| Goal::Kill(unit())),
        ("Capture one unit", &|| Goal::Capture(unit())),
        ("Protect one unit", &|| Goal::Protect {
            unit: unit(),
            turns: 8,
        }),
        ("Rescue one unit", &|| Goal::Rescue(unit())),
        ("Secure items", &|| Goal::Secure {
            item: item(),
            count: 1,
        }),
    ];
    let is_kind = |make: &dyn Fn() -> Goal| {
        sheet
            .goal
            .as_ref()
            .is_some_and(|goal| goal.word() == make().word())
    };
    let now = kinds
        .iter()
        .find(|(_, make)| is_kind(make))
        .map(|(name, _)| *name);
    let all = kinds.iter().map(|(name, _)| (*name, *name));
    if let Some(Some(name)) = choose(ui, "goal", now, None, all)
        && let Some((_, make)) = kinds.iter().find(|(known, _)| *known == name)
        && Some(name.as_str()) != now
    {
        asked.edits.push(Edit::Goal(make()));
    }
    let Some(goal) = &sheet.goal else {
        return;
    };
    let mut new = goal.clone();
    match &mut new {
        Goal::Eliminate(side) => row(ui, "Side", |ui| {
            let sides = sheet.sides.iter().skip(1);
            let all = sides.map(|side| (side.name.as_str(), side.name.as_str()));
            pick(ui, "goal side", side, all);
        }),
        Goal::Reach { zone, units } => {
            row(ui, "Zone", |ui| pick_zone(ui, sheet, zone));
            needed(ui, units);
        }
        Goal::Escape { units } => {
            if sheet.exits.is_none() {
                ui.label(RichText::new("needs a zone that is the exits").color(BAD));
            }
            needed(ui, units);
        }
        Goal::Hold { zone, turns } => {
            row(ui, "Zone", |ui| pick_zone(ui, sheet, zone));
            row(ui, "Turns", |ui| turns_field(ui, turns, 100));
        }
        Goal::Control(zones) => {
            for zone in &sheet.zones {
                let mut is_in = zones.contains(&zone.name);
                if ui.checkbox(&mut is_in, &zone.name).changed() {
                    match is_in {
                        true => zones.push(zone.name.clone()),
                        false => zones.retain(|name| *name != zone.name),
                    }
                }
            }
        }
        Goal::Survive(turns) => row(ui, "Turns", |ui| turns_field(ui, turns, 500)),
        Goal::Kill(unit) | Goal::Capture(unit) | Goal::Rescue(unit) => {
            row(ui, "Unit", |ui| pick_unit(ui, sheet, unit));
        }
        Goal::Protect { unit, turns } => {
            row(ui, "Unit", |ui| pick_unit(ui, sheet, unit));
            row(ui, "Turns", |ui| turns_field(ui, turns, 500));
        }
        Goal::Secure { item, count } => {
            row(ui, "Item", |ui| {
                let items = &catalog.battlescape.items;
                let all = items
                    .iter()
                    .map(|item| (item.key.as_str(), item.name.as_str()));
                pick(ui, "goal item", item, all);
            });
            row(ui, "How many", |ui| turns_field(ui, count, 100));
        }
    }
    if new != *goal {
        asked.edits.push(Edit::Goal(new));
    }
}

fn pick<'a>(
    ui: &mut egui::Ui,
    id: &str,
    now: &mut String,
    all: impl Iterator<Item = (&'a str, &'a str)>,
) {
    if let Some(Some(name)) = choose(ui, id, Some(now.as_str()), None, all) {
        *now = name;
    }
}

fn pick_zone(ui: &mut egui::Ui, sheet: &Sheet, zone: &mut String) {
    let all = sheet
        .zones
        .iter()
        .map(|zone| (zone.name.as_str(), zone.name.as_str()));
    pick(ui, "goal zone", zone, all);
}

fn pick_unit(ui: &mut egui::Ui, sheet: &Sheet, unit: &mut String) {
    let units = sheet.sides.iter().flat_map(|side| &side.units);
    let names = units.filter_map(|unit| unit.name.as_deref());
    pick(ui, "goal unit", unit, names.map(|name| (name, name)));
    if unit.is_empty() {
        ui.label(RichText::new("name a unit").color(BAD));
    }
}

fn turns_field(ui: &mut egui::Ui, turns: &mut u16, most: u16) {
    if let Some(new) = number(ui, *turns, 1..=most) {
        *turns = new;
    }
}

fn needed(ui: &mut egui::Ui, units: &mut Option<u16>) {
    row(ui, "Units", |ui| {
        let mut is_all = units.is_none();
        if ui.checkbox(&mut is_all, "all").changed() {
            *units = (!is_all).then_some(1);
        }
        if let Some(count) = units
            && let Some(new) = number(ui, *count, 1..=100)
        {
            *units = Some(new);
        }
    });
}

fn side_fields(
    ui: &mut egui::Ui,
    sheet: &Sheet,
    chosen: Option<(usize, usize)>,
    asked: &mut Asked,
) {
    heading(ui, "SIDES, IN THE ORDER OF THEIR PHASES");
    for (index, side) in sheet.sides.iter().enumerate() {
        ui.push_id(("side", index), |ui| {
            one_side(ui, index, side, sheet, chosen, asked)
        });
    }
    if ui.button("+ Add a side").clicked() {
        let name = (sheet.sides.len() + 1..)
            .map(|number| format!("Side {number}"))
            .find(|name| sheet.sides.iter().all(|side| side.name != *name));
        asked.edits.push(Edit::AddSide(SideDraft {
            name: name.unwrap_or_default(),
            decides: Decides::Ai(AiMode::Defensive),
            neutral: false,
            hunts: false,
            units: Vec::new(),
        }));
    }
}

fn one_side(
    ui: &mut egui::Ui,
    index: usize,
    side: &SideDraft,
    sheet: &Sheet,
    chosen: Option<(usize, usize)>,
    asked: &mut Asked,
) {
    let mut new = side.clone();
    let title = format!("{}   ({} units)", side.name, side.units.len());
    egui::CollapsingHeader::new(title)
        .id_salt("fields")
        .show(ui, |ui| {
            row(ui, "Name", |ui| {
                line(ui, &mut new.name, "a name", asked);
            });
            row(ui, "Played by", |ui| {
                let names = [("human", "a person"), ("open", "whom the player says")];
                let modes = MODES.map(|(name, _)| (name, name));
                let now = match side.decides {
                    Decides::Human => "human",
                    Decides::Open => "open",
                    Decides::Ai(mode) => mode_name(mode),
                };
                let shown: Vec<_> = (modes.iter())
                    .map(|(name, _)| (*name, format!("computer, {name}")))
                    .collect();
                let all = (names.into_iter())
                    .chain(shown.iter().map(|(name, text)| (*name, text.as_str())));
                if let Some(Some(name)) = choose(ui, "decides", Some(now), None, all) {
                    new.decides = match name.as_str() {
                        "human" => Decides::Human,
                        "open" => Decides::Open,
                        mode => Decides::Ai(mode_named(mode)),
                    };
                }
            });
            ui.checkbox(&mut new.neutral, "fights nobody (civilians)");
            ui.checkbox(&mut new.hunts, "fights those who fight nobody, too");
            for (unit_index, unit) in side.units.iter().enumerate() {
                let name = unit.name.as_ref().unwrap_or(&unit.kind);
                let later = unit
                    .group
                    .as_ref()
                    .map_or(String::new(), |group| format!(", {group}"));
                let text = format!("{name}  {}{later}", place_text(&unit.at));
                let is_chosen = chosen == Some((index, unit_index));
                if ui.selectable_label(is_chosen, text).clicked() {
                    asked.choose = Some(Some((index, unit_index)));
                }
            }
            if sheet.sides.len() > 2 && ui.button("Remove this side").clicked() {
                asked.edits.push(Edit::RemoveSide(index));
            }
        });
    if new != *side {
        asked.edits.push(Edit::Side(index, new));
    }
}

fn board_fields(ui: &mut egui::Ui, sheet: &Sheet, asked: &mut Asked) {
    let grid = sheet.board.grid;
    heading(ui, "BOARD");
    ui.label(faint(format!(
        "{} columns, {} rows",
        grid.width, grid.height
    )));
    // Rows of pointy-top hexes, and columns of flat-top ones, come in pairs at their start.
    let (left, top) = match grid.layout {
        crate::battle::grid::Layout::PointyOddRows => (1, 2),
        crate::battle::grid::Layout::FlatOddColumns => (2, 1),
    };
    egui::Grid::new("margins")
        .num_columns(4)
        .spacing(vec2(6.0, 4.0))
        .show(ui, |ui| {
            let mut edge =
                |ui: &mut egui::Ui, name: &str, step: i32, set: &dyn Fn(i32) -> Margins| {
                    ui.label(faint(name));
                    ui.horizontal(|ui| {
                        for (sign, label) in [(-1, "−"), (1, "+")] {
                            let tip = format!("{} at the {}", step * sign, name.to_lowercase());
                            if ui.button(label).on_hover_text(tip).clicked() {
                                asked.edits.push(Edit::Margins(set(step * sign)));
                            }
                        }
                    });
                };
            edge(ui, "Left", left, &|left| Margins {
                left,
                ..Margins::default()
            });
            edge(ui, "Right", 1, &|right| Margins {
                right,
                ..Margins::default()
            });
            ui.end_row();
            edge(ui, "Top", top, &|top| Margins {
                top,
                ..Margins::default()
            });
            edge(ui, "Bottom", 1, &|bottom| Margins {
                bottom,
                ..Margins::default()
            });
            ui.end_row();
        });
}

fn problems(context: &egui::Context, page: &Page, asked: &mut Asked) {
    panel(
        context,
        "problems",
        Align2::RIGHT_BOTTOM,
        vec2(-8.0, -8.0),
        |ui| {
            ui.set_width(WIDTH);
            let count = page.problems.len();
            if count == 0 {
                ui.label(RichText::new("No problems: it can be played").color(GOOD));
                return;
            }
            let word = if count == 1 { "problem" } else { "problems" };
            ui.label(RichText::new(format!("{count} {word}")).color(BAD).strong());
            egui::ScrollArea::vertical()
                .max_height(PROBLEMS - 60.0)
                .min_scrolled_height(PROBLEMS - 60.0)
                .auto_shrink([false, true])
                .show(ui, |ui| {
                    for (index, problem) in page.problems.iter().enumerate() {
                        let text = format!("line {}: {}", problem.place.line, problem.message);
                        let button = egui::Button::new(RichText::new(text).size(12.5))
                            .wrap()
                            .frame(false);
                        if ui.add(button).on_hover_text("Go there").clicked() {
                            asked.jump = Some(index);
                        }
                    }
                });
        },
    );
}
