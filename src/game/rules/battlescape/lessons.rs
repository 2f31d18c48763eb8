//! What missions of squads can teach.

use bevy::prelude::*;

use super::input::Selection;
use crate::content::terrain::Cover;
use crate::game::kit::guide::Guided;
use crate::game::rules::playable::own_side;
use crate::mission::guide::GuideAction;
use crate::rules::battlescape::Battlescape;
use crate::rules::battlescape::order::Order;
use crate::rules::battlescape::side_view::SideView;

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

    fn is_so(world: &World, action: GuideAction) -> bool {
        let view = SideView::new(world, own_side(world));
        view.own().any(|id| match action {
            GuideAction::Watch => view.unit(id).readiness.ready,
            GuideAction::TakeCover => view.unit(id).stance.0 != Cover::None,
            _ => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::grid::TileId;
    use crate::battle::order::{UndoStack, submit, undo};
    use crate::battle::step::HumanSides;
    use crate::battle::unit::{Side, UnitId};
    use crate::game::kit::guide;
    use crate::game::kit::testing::shipped;
    use crate::game::shell::session::Session;
    use crate::game::shell::settings::Settings;
    use crate::game::table::playback::Playback;
    use crate::rules::battlescape::event::Mark;
    use crate::rules::battlescape::setup::set_up;

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

    /// Begins the first mission, which teaches.
    fn app() -> App {
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
        app
    }

    #[test]
    fn what_is_so_already_is_not_waited_for() {
        let mut app = app();
        let world = app.world_mut();
        let view = SideView::new(world, Side(0));
        let boro = view.own().nth(1).expect("a squad of two");
        assert!(!Battlescape::is_so(world, GuideAction::Watch));
        guide::follow::<Battlescape>(world);
        submit::<Battlescape>(world, Side(0), Order::Ready(boro)).expect("anybody can watch");
        assert!(Battlescape::is_so(world, GuideAction::Watch));
        assert!(!Battlescape::is_so(world, GuideAction::TakeCover));
        guide::follow::<Battlescape>(world);
        let is_shown = |world: &World, step: &str| place(world).starts_with(step);
        // The step that asks for it is passed by when it comes.
        for step in 1..=16 {
            if is_shown(world, "8 of ") {
                guide::follow::<Battlescape>(world);
                assert!(is_shown(world, "9 of "), "{} {step}", place(world));
                return;
            }
            guide::skip::<Battlescape>(world);
        }
        panic!("no step asks for a watch");
    }

    /// Found by a tester: a battle that was continued began to teach anew, since one step had been skipped.
    #[test]
    fn a_battle_that_is_continued_teaches_what_comes_after_its_orders() {
        let mut app = app();
        let world = app.world_mut();
        let boro = SideView::new(world, Side(0))
            .own()
            .nth(1)
            .expect("a squad of two");
        submit::<Battlescape>(world, Side(0), Order::Ready(boro)).expect("anybody can watch");
        guide::follow::<Battlescape>(world);
        assert!(place(world).starts_with("9 of "), "{}", place(world));
    }

    /// Begins at the step that says how orders are taken back, a unit in cover.
    fn at_undo() -> (App, Vec<UnitId>) {
        let mut app = app();
        let world = app.world_mut();
        let own: Vec<_> = SideView::new(world, Side(0)).own().collect();
        let facing = SideView::new(world, Side(0)).unit(own[0]).facing;
        world.resource_mut::<Selection>().unit = Some(own[0]);
        guide::follow::<Battlescape>(world);
        let turned = Order::Turn(own[0], facing.turned(1));
        submit::<Battlescape>(world, Side(0), turned).expect("anybody can turn");
        for _ in 1..5 {
            guide::skip::<Battlescape>(world);
        }
        guide::follow::<Battlescape>(world);
        assert!(place(world).starts_with("5 of "), "{}", place(world));
        (app, own)
    }

    #[test]
    fn words_move_on_once_the_player_does_what_they_say() {
        let (mut app, _) = at_undo();
        let world = app.world_mut();
        assert!(undo::<Battlescape>(world));
        world.resource_mut::<Session>().generation += 1;
        guide::follow::<Battlescape>(world);
        assert!(place(world).starts_with("6 of "), "{}", place(world));
    }

    #[test]
    fn words_move_on_once_the_player_does_what_comes_next() {
        let (mut app, own) = at_undo();
        let world = app.world_mut();
        world.resource_mut::<Selection>().unit = Some(own[1]);
        guide::follow::<Battlescape>(world);
        assert!(place(world).starts_with("7 of "), "{}", place(world));
        // What was so before the words came does not take them away.
        world.resource_mut::<Selection>().target = Some(Mark::Hex(TileId(0)));
        for _ in 7..13 {
            guide::skip::<Battlescape>(world);
        }
        guide::follow::<Battlescape>(world);
        assert!(place(world).starts_with("13 of "), "{}", place(world));
    }

    #[test]
    fn an_order_taken_back_leaves_the_tutorial_where_it_was() {
        let mut app = app();
        let world = app.world_mut();
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
