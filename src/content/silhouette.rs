//! Shapes of tokens, which definitions of units name and the window draws.

use super::declare::choices;

choices! {
    /// Token shape of a unit kind.
    pub enum Silhouette {
        /// A human soldier with a rifle.
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
    }
}
