//! What missions of squads can teach.

use bevy::prelude::*;

use super::input::Selection;
use crate::game::kit::guide::Guided;
use crate::mission::guide::GuideAction;
use crate::rules::battlescape::Battlescape;
use crate::rules::battlescape::order::Order;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::order::{UndoStack, submit, undo};
    use crate::battle::step::HumanSides;
    use crate::battle::unit::Side;
    use crate::game::kit::guide;
    use crate::game::kit::testing::shipped;
    use crate::game::shell::session::Session;
    use crate::game::shell::settings::Settings;
    use crate::game::table::playback::Playback;
    use crate::rules::battlescape::order::Order;
    use crate::rules::battlescape::setup::set_up;
    use crate::rules::battlescape::side_view::SideView;

    /// Returns how far the tutorial is, as it says: its step and how many there are.
    fn place(world: &World) -> String {
        let panel = guide::panel::<Battlescape>(world).expect("the tutorial is shown");
        let text = format!("{:?}", panel.pieces);
        let (before, after) = text.split_once(" of ").expect("it says how far it is");
        let digits = |part: &str| -> String {
            let digits = part.chars().take_while(char::is_ascii_digit);
            digits.collect()
        };
        let step: String = before.chars().rev().collect();
        let step: String = digits(&step).chars().rev().collect();
        format!("{step} of {}", digits(after))
    }

    #[test]
    fn an_order_taken_back_leaves_the_tutorial_where_it_was() {
        let mission = shipped("first_steps").build(7).expect("it is shipped");
        let mut app = App::new();
        app.add_plugins(guide::plugin)
            .init_resource::<Settings>()
            .init_resource::<Playback>()
            .init_resource::<Selection>()
            .init_resource::<Session>()
            .insert_resource(HumanSides(vec![Side(0)]));
        let world = app.world_mut();
        set_up(world, &mission, 7);
        world.init_resource::<UndoStack<Battlescape>>();
        world.resource_mut::<UndoStack<Battlescape>>().enable();
        world.resource_mut::<Session>().mission = Some(mission);
        let ames = SideView::new(world, Side(0)).own().next().expect("a squad");
        let facing = SideView::new(world, Side(0)).unit(ames).facing;
        guide::follow::<Battlescape>(world);
        guide::next_step::<Battlescape>(world);
        guide::next_step::<Battlescape>(world);
        assert!(place(world).starts_with("3 of "), "{}", place(world));
        let turned = Order::Turn(ames, facing.turned(1));
        submit::<Battlescape>(world, Side(0), turned).expect("anybody can turn");
        let is_back = undo::<Battlescape>(world);
        world.resource_mut::<Session>().generation += 1;
        guide::follow::<Battlescape>(world);
        assert!(
            place(world).starts_with("3 of "),
            "{} {is_back}",
            place(world)
        );
    }
}
