//! Reads what the sides of all missions have.
//!
//! **Invariant:** no two sides that are returned have the same name, or a problem was noted.

use crate::battle::grid::{Direction, Layout};
use crate::content::mode::{AiMode, Skill};
use crate::content::problem::suggest;
use crate::content::reader::Fields;
use crate::content::tree::{Node, Value};
use crate::mission::{Controller, SideSetup};

use super::{Loader, MAX_SIDES, MAX_UNITS, directions};

impl Loader {
    /// Lists the sides of a mission.
    pub fn side_nodes<'n>(&mut self, node: &'n Node) -> &'n [Node] {
        let nodes = self.reader.list(node, "sides");
        if !(2..=MAX_SIDES).contains(&nodes.len()) {
            let message = format!("a mission has 2 to {MAX_SIDES} sides, not {}", nodes.len());
            self.reader.problem(node.place, message);
        }
        &nodes[..nodes.len().min(MAX_SIDES)]
    }

    /// Reads all sides of a mission, what every rule set has and what `own` reads of each, and tells of
    /// fields that mean nothing; sides with mistakes are left out.
    pub fn each_side<'n, T>(
        &mut self,
        node: &'n Node,
        mut own: impl FnMut(&mut Self, &mut Fields<'n>) -> Option<T>,
    ) -> (Vec<SideSetup>, Vec<T>) {
        let nodes = self.side_nodes(node);
        let read = nodes.iter().filter_map(|node| {
            let mut fields = self.reader.fields(node, "side")?;
            let side = self.side_setup(&mut fields);
            let own = own(self, &mut fields);
            fields.done(&mut self.reader);
            Some((side?, own?))
        });
        let (sides, owns): (Vec<_>, _) = read.unzip();
        self.check_side_names(&sides, nodes);
        self.check_tables(nodes);
        (sides, owns)
    }

    /// Reads what a side of every rule set has.
    pub fn side_setup(&mut self, fields: &mut Fields) -> Option<SideSetup> {
        let name = self.need_name(fields, "name");
        let stand_in = fields.or("stand_in", AiMode::Aggressive, |node| {
            self.reader.choice(node, "AI mode", AiMode::CHOICES)
        });
        let controller = fields
            .need(&mut self.reader, "controller")
            .and_then(|node| self.controller(node, stand_in.unwrap_or_default()));
        let neutral = fields.flag(&mut self.reader, "neutral");
        let hunts = fields.flag(&mut self.reader, "hunts");
        let skill = fields.maybe("skill", |node| {
            self.reader.choice(node, "skill", Skill::CHOICES)
        });
        stand_in?;
        Some(SideSetup {
            name: name?,
            controller: controller?,
            neutral: neutral?,
            hunts: hunts?,
            skill: skill?,
        })
    }

    /// Reads which way a unit faces, if that is said.
    pub fn facing(&mut self, fields: &mut Fields, layout: Layout) -> Option<Option<Direction>> {
        let all = directions(layout);
        fields.maybe("facing", |node| self.reader.choice(node, "direction", &all))
    }

    /// Notes more units than there may be.
    pub fn check_count(&mut self, node: &Node, count: usize) -> Option<()> {
        if count > MAX_UNITS {
            let message = format!("at most {MAX_UNITS} units are allowed, not {count}");
            self.reader.problem(node.place, message);
            return None;
        }
        Some(())
    }

    /// Notes sides of the same name.
    pub fn check_side_names(&mut self, sides: &[SideSetup], nodes: &[Node]) {
        for (index, side) in sides.iter().enumerate() {
            if sides[..index].iter().any(|other| other.name == side.name) {
                let message = format!("two sides are named {:?}", side.name);
                self.reader.problem(nodes[index].place, message);
            }
        }
    }

    /// Notes a player at a real map who is not the one opponent of the first side.
    fn check_tables(&mut self, nodes: &[Node]) {
        for (index, node) in nodes.iter().enumerate() {
            let Some(controller) = node.field("controller").filter(|node| is_table(node)) else {
                continue;
            };
            let others = nodes.iter().enumerate().filter(|(at, _)| *at != index);
            let mut others = others.filter_map(|(_, node)| node.field("controller"));
            let message = if others.any(is_table) {
                "one side can be a player at a real map; the program's user plays the other"
            } else if index == 0 {
                "the first side plays in the program; a player at a real map is the second"
            } else {
                continue;
            };
            self.reader.problem(controller.place, message);
        }
    }

    fn controller(&mut self, node: &Node, stand_in: AiMode) -> Option<Controller> {
        let expected = "the controller, one of Human, Open, Ai(Aggressive)";
        match (self.reader.variant(node, expected)?, &node.value) {
            ("Human", Value::Name(_)) => Some(Controller::Human { stand_in }),
            ("Open", Value::Name(_)) => Some(Controller::Open { stand_in }),
            ("Table", Value::Name(_)) if self.rules.seats_tables() => Some(Controller::Table),
            ("Table", Value::Name(_)) => {
                let rules = self.rules.name();
                let message = format!("no side of {rules} can be a player at a real map");
                self.reader.problem(node.place, message);
                None
            }
            ("Ai", Value::Tuple(_, items)) if items.len() == 1 => self
                .reader
                .choice(&items[0], "AI mode", AiMode::CHOICES)
                .map(Controller::Ai),
            (name, _) => {
                let modes = AiMode::ALL.map(|mode| format!("Ai({mode:?})"));
                let modes = modes.iter().map(String::as_str);
                let hint = suggest(name, ["Human", "Open", "Table"].into_iter().chain(modes));
                self.reader
                    .problem(node.place, format!("controller `{name}` is unknown{hint}"));
                None
            }
        }
    }
}

/// Whether a controller is a player at a real map.
pub fn is_table(node: &Node) -> bool {
    matches!(&node.value, Value::Name(name) if name == "Table")
}
