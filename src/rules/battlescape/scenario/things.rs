//! Reads things that a mission brings for its own purposes: a key, a disk.
//!
//! **Invariant:** things come after all items of the content, whose ids stay what they are.

use std::sync::Arc;

use crate::content::tree::Node;
use crate::mission::Loader;
use crate::rules::battlescape::content::BattlescapeContent;
use crate::rules::battlescape::content::items::{Item, ItemKind};

/// Most things of a mission.
const MOST: usize = 20;
/// Most items of content and mission together, so that every id fits.
const MOST_ITEMS: usize = 250;

impl Loader {
    /// Reads the things of a mission into its catalog, where units, objects and objectives name them.
    pub(super) fn things(&mut self, node: &Node) {
        let message = format!("at most {MOST} things are allowed");
        for node in self.reader.short_list(node, "things", MOST, message) {
            let Some(mut fields) = self.reader.fields(node, "thing") else {
                continue;
            };
            let key = self.need_name(&mut fields, "key");
            let name = self.need_name(&mut fields, "name");
            let description = fields.or("description", "", |node| {
                self.reader.prose(node, "description")
            });
            fields.done(&mut self.reader);
            let (Some(key), Some(name), Some(description)) = (key, name, description) else {
                continue;
            };
            let items = &self.catalog.part::<BattlescapeContent>().items;
            if items.iter().any(|item| item.key == key) {
                let message = format!("there is already an item {key:?}");
                self.reader.problem(node.place, message);
            } else if items.len() >= MOST_ITEMS {
                let message = format!("more than {MOST_ITEMS} items in all");
                self.reader.problem(node.place, message);
            } else {
                Arc::make_mut(&mut self.catalog)
                    .part_mut::<BattlescapeContent>()
                    .items
                    .push(Item {
                        key,
                        name,
                        description: description.to_owned(),
                        kind: ItemKind::Thing,
                        value: 0,
                        charges: 1,
                    });
            }
        }
    }
}
