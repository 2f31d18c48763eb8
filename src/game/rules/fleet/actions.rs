//! What keys do in battles of fleets alone.

use crate::game::kit::keys::key_actions;

key_actions! {
    /// Actions of fleets.
    ACTIONS
    "Fleets" {
        SHIP_ATTACK = "ShipAttack", "Q", "attack";
        SHIP_DEFEND = "ShipDefend", "E", "defend";
        SHIP_LAND = "ShipLand", "L", "land on the carrier";
        SHIP_FIRE = "ShipFire", "F", "hold fire, or fire";
        SHIP_CLEAR = "ShipClear", "X", "clear the orders";
        CARRIER = "Carrier", "C", "the carrier and its hangar";
        DEPLOY = "Deploy", "P", "begin elsewhere, in the first turn";
        REPAIR = "Repair", "R", "have the carrier repair";
        REARM = "Rearm", "T", "have the carrier rearm";
        CHOICE_1 = "Choice1", "1", "first berth; in a queue: forward";
        CHOICE_2 = "Choice2", "2", "second berth; in a queue: left";
        CHOICE_3 = "Choice3", "3", "third berth; in a queue: right";
        CHOICE_4 = "Choice4", "4", "fourth berth; in a queue: hold";
        CHOICE_5 = "Choice5", "5", "fifth berth; in a queue: land";
        CHOICE_6 = "Choice6", "6", "sixth berth";
        NEXT_ENEMY = "NextEnemy", "V", "cursor to the next known enemy";
        LINKS = "Links", "G", "fire control links";
        ARCS = "Arcs", "H", "weapon arcs";
        RINGS = "Rings", "J", "detection";
        FILL_IN = "FillIn", "B", "fill in the plan by computer";
    }
}
