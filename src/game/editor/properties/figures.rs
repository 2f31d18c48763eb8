//! Figures of the rules that a mission has otherwise than usual.
//!
//! **Invariant:** only what differs from the usual figure is written.

use bevy_egui::egui::{self, RichText};

use super::Asked;
use super::form::{Desk, FormValue, field, keys};
use crate::content::form::{Field, Kind};
use crate::game::editor::Page;
use crate::game::kit::theme::{SAND, faint};
use crate::mission::edit::Path;

/// Most figures that a search lists.
const MOST: usize = 40;

/// Shows the figures that differ, those that are searched for, and all of them by group.
pub(super) fn figures(ui: &mut egui::Ui, page: &Page, asked: &mut Asked) {
    let (draft, forms) = (&page.draft, &page.forms);
    let write = |path: &Path, to: Option<&str>| forms.override_figure(draft, path, to);
    let desk = Desk {
        root: draft.root(),
        free: (0, 0),
        write: &write,
    };
    let groups: Vec<_> = (forms.figures.iter())
        .map(|(group, usual)| {
            let path = Path::default().field(group.name);
            let spot = FormValue {
                node: draft.figure(&path),
                usual: Some(usual),
                path,
            };
            (group, spot)
        })
        .collect();
    let id = ui.make_persistent_id("wanted figure");
    let mut wanted = ui.data_mut(|data| data.get_temp::<String>(id).unwrap_or_default());
    ui.add(
        egui::TextEdit::singleline(&mut wanted)
            .desired_width(f32::INFINITY)
            .hint_text("search figures"),
    );
    ui.data_mut(|data| data.insert_temp(id, wanted.clone()));
    let wanted = wanted.to_lowercase();
    let mut found = Vec::new();
    for (group, spot) in &groups {
        let names = [group.label.clone(), group.name.to_owned()];
        let is_own = wanted.is_empty();
        leaves(&names, &group.kind, group, spot, is_own, &mut found);
    }
    let is_wanted = |name: &String| name.to_lowercase().contains(&wanted);
    found.retain(|leaf: &Leaf| leaf.names.iter().any(is_wanted));
    match (wanted.is_empty(), found.is_empty()) {
        (true, true) => {
            ui.label(faint("All figures have their default values."));
        }
        (true, false) => {
            ui.label(RichText::new("Changed from the default").color(SAND));
        }
        (false, true) => {
            ui.label(faint("No figure matches."));
        }
        (false, false) => {}
    }
    for leaf in found.iter().take(MOST) {
        ui.push_id("found", |ui| {
            ui.label(faint(&leaf.names[0]));
            field(ui, &desk, &leaf.field, &leaf.spot, asked);
        });
    }
    if found.len() > MOST {
        ui.label(faint(format!("{} more", found.len() - MOST)));
    }
    if !wanted.is_empty() {
        return;
    }
    ui.separator();
    for (group, spot) in &groups {
        field(ui, &desk, group, spot, asked);
    }
}

/// A figure that holds no others by name.
struct Leaf<'a> {
    /// The labels that lead to it, and the names in files: both are searched.
    names: [String; 2],
    field: Field,
    spot: FormValue<'a>,
}

/// Lists the figures below one; of those that are written only, if `is_own`.
fn leaves<'a>(
    names: &[String; 2],
    kind: &Kind,
    field: &Field,
    spot: &FormValue<'a>,
    is_own: bool,
    found: &mut Vec<Leaf<'a>>,
) {
    if is_own && spot.node.is_none() {
        return;
    }
    match kind {
        Kind::Fields(all) => {
            for one in all {
                let names = [
                    format!("{} · {}", names[0], one.label),
                    format!("{}.{}", names[1], one.name),
                ];
                leaves(&names, &one.kind, one, &spot.field(one.name), is_own, found);
            }
        }
        Kind::Map(kinds) => {
            for key in keys(spot.value()) {
                let label = kinds.0.in_words(&key);
                let names = [
                    format!("{} · {label}", names[0]),
                    format!("{}.{key}", names[1]),
                ];
                let part = Field::new("", label, kinds.1.clone());
                leaves(&names, &kinds.1, &part, &spot.key(&key), is_own, found);
            }
        }
        _ => found.push(Leaf {
            names: names.clone(),
            field: field.clone(),
            spot: spot.clone(),
        }),
    }
}
