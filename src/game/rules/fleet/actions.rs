//! What keys do in battles of fleets alone.

use crate::game::kit::keys::key_actions;

key_actions! {
    /// Actions of fleets.
    ACTIONS
    "Fleets" {
        SHIP_ATTACK = "ShipAttack", "Q", "attack";
        SHIP_DEFEND = "ShipDefend", "E", "defend";
        SHIP_LAND = "ShipLand", "L", "dock with the carrier";
        SHIP_FIRE = "ShipFire", "F", "hold fire, or fire";
        SHIP_CLEAR = "ShipClear", "X", "clear the ship's orders";
        CARRIER = "Carrier", "C", "select the carrier and its hangar";
        DEPLOY = "Deploy", "P", "change the start hex (first turn)";
        REPAIR = "Repair", "R", "carrier: repair";
        REARM = "Rearm", "T", "carrier: rearm";
        CHOICE_1 = "Choice1", "1", "berth 1; in a queue: forward";
        CHOICE_2 = "Choice2", "2", "berth 2; in a queue: left";
        CHOICE_3 = "Choice3", "3", "berth 3; in a queue: right";
        CHOICE_4 = "Choice4", "4", "berth 4; in a queue: hold";
        CHOICE_5 = "Choice5", "5", "berth 5; in a queue: land";
        CHOICE_6 = "Choice6", "6", "berth 6";
        NEXT_ENEMY = "NextEnemy", "V", "cursor to the next known enemy";
        LINKS = "Links", "G", "fire control links";
        ARCS = "Arcs", "H", "weapon arcs";
        RINGS = "Rings", "J", "detection";
        FILL_IN = "FillIn", "B", "let the computer plan for units without orders";
    }
}
