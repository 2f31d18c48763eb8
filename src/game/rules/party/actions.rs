//! What keys do in battles of the party alone.

use crate::game::kit::keys::key_actions;

key_actions! {
    /// Actions of the party.
    ACTIONS
    "The party" {
        BLADE = "Blade", "E", "weapon in hand: the next click attacks or walks";
        SPELL_1 = "Spell1", "1", "first spell or perk";
        SPELL_2 = "Spell2", "2", "second spell or perk";
        SPELL_3 = "Spell3", "3", "third spell or perk";
        SPELL_4 = "Spell4", "4", "fourth spell or perk";
        PACK = "Pack", "I", "open the inventory, or close it";
        CLOSE_DOOR = "CloseDoor", "O", "close the door in reach";
        SHEATHE = "Sheathe", "X", "put the weapon into the pack";
        COMBAT = "Combat", "B", "begin combat, or end it; fight those you met";
        AVOID = "Avoid", "V", "avoid those you met";
        PASSAGE = "Passage", "G", "enter the place where the party is, or leave by the gate";
        FOE = "Foe", "F", "cursor to the next known enemy";
        RINGS_OF_SIGHT = "RingsOfSight", "H", "whom enemies see, and who would hear their alarm";
        PARTY_LIST = "PartyList", "Slash", "list of everything the character can do";
    }
}
