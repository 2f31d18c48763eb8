//! The reference's vectors (battlescape §14) and the properties of attacks.

mod area;
mod damage;
mod fixture;
mod odds;
mod to_hit;
