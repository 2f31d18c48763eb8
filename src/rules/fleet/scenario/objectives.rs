//! What decides a battle of fleets: whose carrier and whose ships must not be lost, who wins once time is up.
//!
//! **Invariant:** what is returned can be judged: time that somebody wins by is limited, and all sides
//! that are beaten with their carriers have one.

use super::FleetSide;
use crate::{
    content::{declare::choices, tree::Node},
    mission::{Loader, SideSetup},
};

/// What decides a battle, beside the last enemy and the drives (§4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Objectives {
    /// Who is beaten with its carrier.
    pub carriers: Carriers,
    /// Whether a side is beaten with the last of its ships, too.
    pub wings: bool,
    /// Who wins once time is up.
    pub time: Time,
}

choices! {
    /// Who is beaten with its carrier.
    #[derive(Default)]
    pub enum Carriers {
        /// Side 0 alone; of the others the last unit has to be destroyed (§4).
        #[default]
        FirstSide,
        /// Every side.
        AllSides,
    }

    /// Who wins once time is up.
    #[derive(Default)]
    pub enum Time {
        /// The enemies of side 0: it has to be done by then.
        #[default]
        Enemies,
        /// Whoever has most hull left, carrier and ships together.
        MostHull,
    }
}

impl Loader {
    /// Reads the last turn and what decides beside it.
    pub(super) fn fleet_objectives(
        &mut self,
        node: Option<&Node>,
    ) -> Option<(Option<u16>, Objectives)> {
        let Some(node) = node else {
            return Some((None, Objectives::default()));
        };
        let mut fields = self.reader.fields(node, "objectives of a fleet")?;
        let limit = fields.get("turn_limit");
        let (carriers, time) = (Carriers::default(), Time::default());
        let carriers = fields.choice_or(&mut self.reader, "carriers", Carriers::CHOICES, carriers);
        let wings = fields.flag(&mut self.reader, "wings");
        let time = fields.choice_or(&mut self.reader, "time", Time::CHOICES, time);
        fields.done(&mut self.reader);
        let limit = match limit.and_then(|node| self.reader.option(node)) {
            Some(node) => Some(self.reader.int(node, "turn limit", 1..=500_u16)?),
            None => None,
        };
        let (carriers, wings, time) = (carriers?, wings?, time?);
        if time == Time::MostHull && limit.is_none() {
            let message = "time that is won by MostHull needs an end: `turn_limit: 40`";
            self.reader.problem(node.place, message);
        }
        let objectives = Objectives {
            carriers,
            wings,
            time,
        };
        Some((limit, objectives))
    }

    /// Notes sides that could not be beaten with a carrier, since they have none.
    pub(super) fn check_objectives(
        &mut self,
        node: Option<&Node>,
        objectives: Objectives,
        sides: &[SideSetup],
        fleets: &[FleetSide],
    ) {
        let Some(node) = node.filter(|_| objectives.carriers == Carriers::AllSides) else {
            return;
        };
        let lacking = sides.iter().zip(fleets);
        for (side, _) in lacking.filter(|(side, fleet)| !side.neutral && fleet.carrier.is_none()) {
            let message = format!(
                "{} has no carrier to be beaten with; give it one, or leave `carriers` at FirstSide",
                side.name
            );
            self.reader.problem(node.place, message);
        }
    }
}
