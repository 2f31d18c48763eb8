//! What keys do in battles of caskets alone.

use crate::game::kit::keys::key_actions;

key_actions! {
    /// Actions of caskets.
    ACTIONS
    "Caskets" {
        CARD_1 = "Card1", "1", "card 1 or answer 1";
        CARD_2 = "Card2", "2", "card 2 or answer 2";
        CARD_3 = "Card3", "3", "card 3 or answer 3";
        CARD_4 = "Card4", "4", "card 4 or answer 4";
        CARD_5 = "Card5", "5", "card 5 or answer 5";
        CARD_6 = "Card6", "6", "card 6 or answer 6";
        CARD_7 = "Card7", "7", "card 7 or answer 7";
        CARD_8 = "Card8", "8", "card 8 or answer 8";
        CARD_9 = "Card9", "9", "card 9 or answer 9";
        TURN_LEFT = "CasketLeft", "Q", "turn left by 60°";
        TURN_RIGHT = "CasketRight", "E", "turn right by 60°";
        BRACE = "CasketBrace", "B", "brace (if the rules allow it)";
        ABILITY = "CasketAbility", "V", "ability of the pilot";
        SECOND_ABILITY = "CasketAbility2", "G", "second ability of the pilot";
        AIM_PART = "CasketPart", "C", "called shot: next component";
        CASKET_FOE = "CasketFoe", "F", "cursor to the next enemy";
        CASKET_ARCS = "CasketArcs", "H", "show facings and shields of all machines";
    }
}
