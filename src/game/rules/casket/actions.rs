//! What keys do in battles of caskets alone.

use crate::game::kit::keys::key_actions;

key_actions! {
    /// Actions of caskets.
    ACTIONS
    "Caskets" {
        CARD_1 = "Card1", "1", "first card, or first answer";
        CARD_2 = "Card2", "2", "second card or answer";
        CARD_3 = "Card3", "3", "third card or answer";
        CARD_4 = "Card4", "4", "fourth card or answer";
        CARD_5 = "Card5", "5", "fifth card or answer";
        CARD_6 = "Card6", "6", "sixth card or answer";
        CARD_7 = "Card7", "7", "seventh card or answer";
        CARD_8 = "Card8", "8", "eighth card or answer";
        CARD_9 = "Card9", "9", "ninth card or answer";
        TURN_LEFT = "CasketLeft", "Q", "turn left by 60°";
        TURN_RIGHT = "CasketRight", "E", "turn right by 60°";
        BRACE = "CasketBrace", "B", "brace, where it is an action";
        AIM_PART = "CasketPart", "C", "called shot: the next component";
        CASKET_FOE = "CasketFoe", "F", "cursor to the next enemy";
        CASKET_ARCS = "CasketArcs", "H", "facings and shields of all machines";
    }
}
