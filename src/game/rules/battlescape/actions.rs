//! What keys do in battles of squads alone.

use crate::game::kit::keys::key_actions;

key_actions! {
    /// Actions of squads.
    ACTIONS
    "Pointing" {
        WAY_POINT = "WayPoint", "Shift+Enter", "walk by way of the cursor; one step back takes it back";
        PLAN = "Plan", "Ctrl+Enter", "plan a walk to the cursor, also Ctrl and a click; again takes it back";
        WALK_PLANS = "WalkPlans", "Ctrl+Space", "walk as planned, one unit after the other";
        TURN_TO = "TurnTo", "Y", "turn to the cursor";
        NEXT_TARGET = "NextTarget", "F", "next target";
        PREVIOUS_TARGET = "PreviousTarget", "Shift+F", "target before";
    }
    "Fighting" {
        MODE_1 = "Mode1", "1", "first mode of fire";
        MODE_2 = "Mode2", "2", "second mode of fire";
        MODE_3 = "Mode3", "3", "third mode of fire";
        MODE_4 = "Mode4", "4", "fourth mode of fire";
        MODE_5 = "Mode5", "5", "fifth mode of fire";
        AT_HEX = "AtHex", "K", "aim at a hex instead of a unit";
        WATCH = "Watch", "V", "watch: fire at enemies that move in sight";
        PIN_DOWN = "PinDown", "B", "suppress with the next burst";
        RELOAD = "Reload", "R", "reload";
        RESERVE = "Reserve", "J", "keep TU back for a shot";
    }
    "Moving" {
        GAIT = "Gait", "G", "walk, run or sneak";
        TAKE_COVER = "TakeCover", "C", "take cover";
        PRONE = "Prone", "P", "lie down";
        STAND = "Stand", "T", "stand up";
        DISENGAGE = "Disengage", "E", "slip away from contact";
        DOOR = "Door", "O", "open or close the door";
        INTERACT = "Interact", "I", "interact";
        LEAVE = "Leave", "L", "leave the map";
        END_UNIT = "EndUnit", "X", "end the unit's turn";
    }
    "Things and abilities" {
        SLOT_1 = "Slot1", "Shift+1", "first thing carried";
        SLOT_2 = "Slot2", "Shift+2", "second thing carried";
        SLOT_3 = "Slot3", "Shift+3", "third thing carried";
        SLOT_4 = "Slot4", "Shift+4", "fourth thing carried";
        SLOT_5 = "Slot5", "Shift+5", "fifth thing carried";
        SLOT_6 = "Slot6", "Shift+6", "sixth thing carried";
        PRIME = "Prime", "Z", "prime the grenade in hand";
        TOSS = "Toss", "Shift+T", "toss the thing in hand to a comrade";
        DROP = "Drop", "Delete", "drop the thing in hand";
        PICK_UP = "PickUp", "Comma", "pick up what lies here";
        ABILITY_1 = "Ability1", "Ctrl+1", "first ability";
        ABILITY_2 = "Ability2", "Ctrl+2", "second ability";
        ABILITY_3 = "Ability3", "Ctrl+3", "third ability";
        ABILITY_4 = "Ability4", "Ctrl+4", "fourth ability";
        EVERYTHING = "Everything", "Slash", "list of everything the unit can do";
    }
    "Knowing" {
        SCAN = "Scan", "Q", "whom the unit sees and could shoot";
        DANGER = "Danger", "H", "danger map";
        SIGHT_LINE = "SightLine", "Shift+L", "line of sight from the cursor";
        ADVICE = "Advice", "F10", "what a computer would do";
    }
}
