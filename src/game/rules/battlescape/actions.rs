//! What keys do in battles of squads alone.

use crate::game::kit::keys::key_actions;

key_actions! {
    /// Actions of squads.
    ACTIONS
    "Cursor" {
        WAY_POINT = "WayPoint", "Shift+Enter", "add a waypoint at the cursor; Back removes it";
        PLAN = "Plan", "Ctrl+Enter", "plan a walk to the cursor (also Ctrl+click); again cancels it";
        WALK_PLANS = "WalkPlans", "Ctrl+Space", "carry out all planned walks";
        TURN_TO = "TurnTo", "Y", "turn toward the cursor";
        NEXT_TARGET = "NextTarget", "F", "next target";
        PREVIOUS_TARGET = "PreviousTarget", "Shift+F", "previous target";
    }
    "Fighting" {
        MODE_1 = "Mode1", "1", "fire mode 1";
        MODE_2 = "Mode2", "2", "fire mode 2";
        MODE_3 = "Mode3", "3", "fire mode 3";
        MODE_4 = "Mode4", "4", "fire mode 4";
        MODE_5 = "Mode5", "5", "fire mode 5";
        AT_HEX = "AtHex", "K", "target a hex instead of a unit";
        WATCH = "Overwatch", "V", "overwatch: fire at enemies that move in sight";
        PIN_DOWN = "PinDown", "B", "suppressing fire with the next burst";
        RELOAD = "Reload", "R", "reload";
        RESERVE = "Reserve", "J", "reserve TU for a shot";
    }
    "Moving" {
        GAIT = "Gait", "G", "walk, run or sneak";
        TAKE_COVER = "TakeCover", "C", "take cover";
        PRONE = "Prone", "P", "lie down";
        STAND = "Stand", "T", "stand up";
        DISENGAGE = "Disengage", "E", "disengage from an adjacent enemy";
        DOOR = "Door", "O", "open or close the door";
        INTERACT = "Interact", "I", "interact";
        LEAVE = "Leave", "L", "leave the map";
        END_UNIT = "EndUnit", "X", "end the unit's turn";
    }
    "Items and abilities" {
        SLOT_1 = "Slot1", "Shift+1", "item slot 1";
        SLOT_2 = "Slot2", "Shift+2", "item slot 2";
        SLOT_3 = "Slot3", "Shift+3", "item slot 3";
        SLOT_4 = "Slot4", "Shift+4", "item slot 4";
        SLOT_5 = "Slot5", "Shift+5", "item slot 5";
        SLOT_6 = "Slot6", "Shift+6", "item slot 6";
        PRIME = "Prime", "Z", "prime the selected grenade";
        TOSS = "Toss", "Shift+T", "toss the selected item to a comrade";
        DROP = "Drop", "Delete", "drop the selected item";
        PICK_UP = "PickUp", "Comma", "pick up an item here";
        ABILITY_1 = "Ability1", "Ctrl+1", "ability 1";
        ABILITY_2 = "Ability2", "Ctrl+2", "ability 2";
        ABILITY_3 = "Ability3", "Ctrl+3", "ability 3";
        ABILITY_4 = "Ability4", "Ctrl+4", "ability 4";
        EVERYTHING = "Everything", "Slash", "list all actions of the unit";
    }
    "Information" {
        SCAN = "Scan", "Q", "enemies in sight and chances to hit";
        DANGER = "Danger", "H", "danger map";
        SIGHT_LINE = "SightLine", "Shift+L", "line of sight from the cursor";
    }
}
