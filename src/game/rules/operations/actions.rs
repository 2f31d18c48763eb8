//! What keys do in battles of operations alone.

use crate::game::kit::keys::key_actions;

key_actions! {
    /// Actions of operations.
    ACTIONS
    "Operations" {
        SHEET_1 = "Sheet1", "1", "first button of the sheet";
        SHEET_2 = "Sheet2", "2", "second button";
        SHEET_3 = "Sheet3", "3", "third button";
        SHEET_4 = "Sheet4", "4", "fourth button";
        SHEET_5 = "Sheet5", "5", "fifth button";
        SHEET_6 = "Sheet6", "6", "sixth button";
        SHEET_7 = "Sheet7", "7", "seventh button";
        SHEET_8 = "Sheet8", "8", "eighth button";
        SHEET_9 = "Sheet9", "9", "ninth button";
        SHEET_MARK = "SheetMark", "T", "change the chosen row of the sheet";
        SHEET_FOLD = "SheetFold", "H", "fold or unfold the sheet";
        STACK_NEXT = "StackNext", "Q", "next unit of the stack, alone";
        STACK_ALL = "StackAll", "E", "the whole stack";
        SHEET_ADVICE = "SheetAdvice", "I", "fill in as the computer would";
        TYPE_DICE = "TypeDice", "J", "type dice in, or let the program roll";
        OPERATIONS_FOE = "OperationsFoe", "F", "cursor to the next enemy";
        REPORT = "Report", "R", "report of the last combat";
        LOOK_BACK = "LookBack", "B", "show the previous step of combat";
        LOOK_ON = "LookOn", "Shift+B", "show the next step of combat";
        STACKS = "Stacks", "X", "fan out all stacks";
        ZONES = "ZonesOfControl", "Z", "zones of control of the enemy";
    }
}
