//! What keys do in battles of the party alone.

use crate::game::kit::keys::key_actions;

key_actions! {
    /// Actions of the party.
    ACTIONS
    "The party" {
        BLADE = "Blade", "E", "use the weapon: click to attack or walk";
        SPELL_1 = "Spell1", "1", "spell or perk 1";
        SPELL_2 = "Spell2", "2", "spell or perk 2";
        SPELL_3 = "Spell3", "3", "spell or perk 3";
        SPELL_4 = "Spell4", "4", "spell or perk 4";
        PACK = "Pack", "I", "open or close the inventory";
        CLOSE_DOOR = "CloseDoor", "O", "close a nearby door";
        SHEATHE = "Sheathe", "X", "put the weapon away";
        COMBAT = "Combat", "B", "start or end combat; fight an encounter";
        AVOID = "Avoid", "V", "avoid an encounter";
        PASSAGE = "Passage", "G", "enter a location, or leave through the gate";
        FOE = "Foe", "F", "cursor to the next known enemy";
        RINGS_OF_SIGHT = "RingsOfSight", "H", "whom enemies see, and which enemies they would alert";
        PARTY_LIST = "PartyList", "Slash", "list all actions of the character";
    }
}
