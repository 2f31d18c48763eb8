//! What missions of squads can teach.

use bevy::prelude::*;

use super::input::Selection;
use crate::{
    game::kit::guide::Guided,
    mission::guide::GuideAction,
    rules::battlescape::{Battlescape, order::Order},
};

impl Guided for Battlescape {
    fn is_asked_for(order: &Order, action: GuideAction) -> bool {
        matches!(
            (order, action),
            (Order::Move(..), GuideAction::Move)
                | (Order::Turn(..), GuideAction::Turn)
                | (Order::Attack(..) | Order::FireAt(..), GuideAction::Fire)
                | (Order::TakeCover(..), GuideAction::TakeCover)
                | (Order::Ready(_), GuideAction::Watch)
                | (Order::Reload(_), GuideAction::Reload)
                | (Order::Throw(..), GuideAction::Throw)
                | (Order::Use(..), GuideAction::Use)
                | (Order::Door(..), GuideAction::Door)
                | (Order::EndTurn, GuideAction::EndTurn)
        )
    }

    fn is_aiming(world: &World) -> bool {
        world.resource::<Selection>().target.is_some()
    }
}
