//! Shapes of tokens, which definitions of units name and the window draws.

use super::declare::choices;

choices! {
    /// Token shape of a unit kind.
    #[derive(Default)]
    pub enum Silhouette {
        /// A human soldier with a rifle.
        #[default]
        Soldier,
        /// A human with a long gun.
        Marksman,
        /// A human with a beret and insignia.
        Officer,
        /// A bulky human.
        Gunner,
        /// A human with a red cross.
        Medic,
        /// A human with a psi amp.
        Psion,
        /// A flying eye.
        Drifter,
        /// A being of light.
        Wisp,
        /// A human without arms.
        Civilian,
        /// A small big-headed alien.
        Sectoid,
        /// A big-headed alien with a crest.
        SectoidLeader,
        /// A hulking alien.
        Brute,
        /// A clawed beast.
        Ripper,
        /// A walking disc.
        Walker,
        /// A hovering drone.
        Drone,
        /// A human in mail with a shield.
        Fighter,
        /// A broad human in a horned helmet.
        Axeman,
        /// A human with a feathered hat and a quiver.
        Archer,
        /// A human in a hooded cloak.
        Ranger,
        /// A human in a white veil and a long gown.
        Healer,
        /// A human in a pointed hat and a long robe.
        Mage,
        /// A human without a shirt.
        Brawler,
        /// A human with a cloth over the face.
        Bandit,
        /// A human in a plumed hat and a long cloak.
        Chief,
        /// A hooded human with a quiver.
        Poacher,
        /// A very broad human with a wooden shield.
        Thug,
        /// A human in a brimmed helmet.
        Watchman,
        /// A human hooded in black.
        Cutthroat,
        /// A walking corpse.
        Zombie,
        /// A rat as large as a dog.
        Rat,
        /// A wolf.
        Wolf,
    }
}

choices! {
    /// Shape of what fights with cards, or is fought over: seen from above, its front to the right.
    #[derive(Default)]
    pub enum Machine {
        /// A slender walking coffin on two long legs.
        #[default]
        ScoutCasket,
        /// A walking coffin with a crane and stores on its back.
        SupportCasket,
        /// A broad walking coffin with plates over its shoulders.
        HeavyCasket,
        /// A vast walking coffin on six legs, with smokestacks.
        AssaultCasket,
        /// A walking coffin burst open by something growing inside.
        StrayedCasket,
        /// A great machine with a furnace.
        Colossus,
        /// A beast with spines and a tail.
        Hound,
        /// A pylon with coils.
        Pylon,
        /// A crate with straps.
        Stores,
    }

    /// What the arm of a machine carries.
    #[derive(Default)]
    pub enum Held {
        /// A long straight sword.
        #[default]
        Longsword,
        /// A broad knife.
        ShortBlade,
        /// A heavy hammer.
        Warhammer,
        /// A bow as long as the machine is wide, for both arms.
        Longbow,
        /// A bolt thrower with a bow of steel.
        BoltThrower,
        /// A staff with a burning head.
        EmberStaff,
        /// A small round shield.
        Buckler,
        /// A shield that covers the front and the side of its arm.
        TowerShield,
        /// A shield as wide as the machine, with a spike.
        GreatShield,
    }
}
