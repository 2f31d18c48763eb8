//! What units are made of, and what ground does to them.
//!
//! **Invariant:** plain data; ratings are for one TOE point.

use serde::Serialize;

use crate::content::declare::choices;
use crate::content::definition::{Entry, definitions, records};
use crate::content::picture::Picture;
use crate::content::reader::{Reader, all_read};
use crate::content::tree::{Node, Value};
use crate::rules::operations::content::TypeId;

choices! {
    /// What a unit is (§2).
    #[derive(Default)]
    pub enum Class {
        /// Infantry.
        #[default]
        Infantry,
        /// Machine guns.
        MachineGun,
        /// Mortars and other heavy weapons.
        HeavyWeapons,
        /// Tanks.
        Tank,
        /// Reconnaissance.
        Recce,
        /// Artillery.
        Artillery,
        /// Anti-tank guns.
        AntiTank,
        /// Anti-aircraft guns.
        AntiAir,
        /// Engineers.
        Engineer,
        /// A headquarters.
        Headquarters,
        /// Trucks.
        Truck,
        /// A warship off the coast.
        Warship,
    }

    /// How large a unit is (§2).
    #[derive(Default)]
    pub enum Size {
        /// A company.
        Company,
        /// A battalion.
        #[default]
        Battalion,
        /// A brigade.
        Brigade,
        /// A division.
        Division,
    }

    /// How a unit is hit by a barrage (§2).
    #[derive(Default)]
    pub enum TargetClass {
        /// Whatever is none of the others.
        #[default]
        Infantry,
        /// Has armor protection.
        Armor,
        /// Guns without it, and facilities.
        Gun,
        /// Trucks.
        Truck,
    }

    /// What a barrage can hit besides units (clarifications 15, 19).
    #[derive(Default)]
    pub enum Facility {
        /// A fortification, which loses levels.
        #[default]
        Fortification,
        /// A supply dump, which loses stocks.
        Dump,
        /// A major city; hits are reported only.
        City,
        /// A road.
        Road,
        /// A railroad.
        Railroad,
        /// An air facility.
        Airfield,
    }
}

impl Class {
    /// Whether its points support tanks (§10).
    pub fn supports_tanks(self) -> bool {
        matches!(self, Self::Infantry | Self::MachineGun | Self::HeavyWeapons)
    }

    /// Whether its points are taken prisoner; others become Replacement Points (clarification 11).
    pub fn is_infantry(self) -> bool {
        self.supports_tanks() || self == Self::Engineer
    }

    /// Whether it is a combat unit (§2); no battalion of a headquarters is.
    pub fn is_combat(self) -> bool {
        !matches!(self, Self::Headquarters | Self::Truck | Self::Warship)
    }

    /// Returns the word of its shown name, such as in *Nr1 Inf* (§6).
    pub fn short(self) -> &'static str {
        match self {
            Self::Infantry => "Inf",
            Self::MachineGun => "MG",
            Self::HeavyWeapons => "HW",
            Self::Tank => "Tank",
            Self::Recce => "Recce",
            Self::Artillery => "Arty",
            Self::AntiTank => "AT",
            Self::AntiAir => "AA",
            Self::Engineer => "Eng",
            Self::Headquarters => "HQ",
            Self::Truck => "Truck",
            Self::Warship => "Warship",
        }
    }

    /// Returns its name in sentences.
    pub fn name(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::MachineGun => "machine guns",
            Self::HeavyWeapons => "heavy weapons",
            Self::Tank => "tanks",
            Self::Recce => "reconnaissance",
            Self::Artillery => "artillery",
            Self::AntiTank => "anti-tank guns",
            Self::AntiAir => "anti-aircraft guns",
            Self::Engineer => "engineers",
            Self::Headquarters => "headquarters",
            Self::Truck => "trucks",
            Self::Warship => "warship",
        }
    }
}

impl Size {
    /// Returns the number of battalions that it equals (§2).
    pub fn battalions(self) -> u16 {
        match self {
            Self::Company => 0,
            Self::Battalion => 1,
            Self::Brigade => 3,
            Self::Division => 9,
        }
    }

    /// Returns its usual stacking points; a company counts 1 as a target (clarification 21).
    pub fn stacking_points(self) -> u8 {
        match self {
            Self::Company => 0,
            Self::Battalion => 1,
            Self::Brigade => 3,
            Self::Division => 5,
        }
    }

    /// Returns its name in sentences.
    pub fn name(self) -> &'static str {
        match self {
            Self::Company => "company",
            Self::Battalion => "battalion",
            Self::Brigade => "brigade",
            Self::Division => "division",
        }
    }
}

impl Facility {
    /// Returns its name in sentences.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fortification => "fortification",
            Self::Dump => "supply dump",
            Self::City => "major city",
            Self::Road => "road",
            Self::Railroad => "railroad",
            Self::Airfield => "air facility",
        }
    }
}

definitions! {
    /// One type of TOE strength points (§2).
    pub struct PointType: "point type", name {
        /// Barrage rating.
        pub bar: u8 [0..=40] = 0,
        /// Vulnerability, of guns.
        pub vul: u8 [0..=40] = 0,
        /// Anti-armor rating.
        pub aa: u8 [0..=40] = 0,
        /// Armor protection rating; 0 is no armor.
        pub ap: u8 [0..=40] = 0,
        /// Offensive close assault rating.
        pub oca: u8 [0..=40] = 0,
        /// Defensive close assault rating.
        pub dca: u8 [0..=40] = 0,
    }

    /// One kind of unit (§2).
    pub struct Kind: "unit", name, description {
        /// What it is.
        pub class: Class,
        /// How large it is.
        pub size: Size = Size::Battalion,
        /// Stacking points, instead of those of its size.
        pub stacking: Option<u8> [0..=5] = None,
        /// TOE points by type.
        pub toe: Toe = Toe::default(),
        /// Capability Point Allowance; 0 is never moved.
        pub cpa: u8 [0..=60],
        /// Morale.
        pub morale: i16 [-3..=3] = 0,
        /// Rounds of ammunition at most.
        pub ammo: u8 [0..=30] = 5,
        /// Trucks by cargo.
        pub trucks: Trucks = Trucks::default(),
        /// Whether it only looks like a unit (clarification 19).
        pub dummy: bool = false,
        /// Whether its assault ratings are in brackets, so that it is no target (§6).
        pub bracketed: bool = false,
        /// Picture of its counter, instead of the symbol of its class.
        #[serde(skip)]
        pub picture: Option<Picture> = None,
    }
}

impl Kind {
    /// Returns its stacking points.
    pub fn stacking_points(&self) -> u8 {
        match self.class {
            Class::Headquarters | Class::Truck => self.stacking.unwrap_or(0),
            _ => self.stacking.unwrap_or(self.size.stacking_points()),
        }
    }
}

/// TOE points by type, in the order of the file: `{"rifle": 6}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Toe(pub Vec<(TypeId, u8)>);

/// Most TOE points of one type of a unit.
pub const MOST_TOE: u8 = 40;

impl Entry for Toe {
    type Bounds = ();

    fn read(node: &Node, reader: &mut Reader, _: &str, (): ()) -> Option<Self> {
        let expected = "TOE points by type, such as {\"rifle\": 6}";
        let entries = reader.entries(node, expected)?;
        let mut types = Vec::new();
        let read = entries.iter().map(|(key, node)| {
            let id = reader.known(key, PointType::WHAT).map(TypeId)?;
            if types.contains(&id) {
                reader.problem(key.place, format!("{} is given twice", key.describe()));
                return None;
            }
            types.push(id);
            Some((id, reader.int(node, "TOE points", 1..=MOST_TOE)?))
        });
        all_read(read).map(Self)
    }
}

/// Cargoes in their order in lists.
pub const CARGOES: [&str; 5] = ["ammo", "fuel", "stores", "water", "men"];

records! {
    /// Trucks by cargo (§2).
    #[derive(Copy, Default, Hash, serde::Deserialize)]
    pub struct Trucks: "trucks" {
        /// That carry ammunition.
        pub ammo: u8 [0..=100] = 0,
        /// That carry fuel.
        pub fuel: u8 [0..=100] = 0,
        /// That carry stores.
        pub stores: u8 [0..=100] = 0,
        /// That carry water.
        pub water: u8 [0..=100] = 0,
        /// That carry infantry.
        pub men: u8 [0..=100] = 0,
    }
}

impl Trucks {
    /// Lists them in the order of [`CARGOES`].
    pub fn list(self) -> [u8; 5] {
        [self.ammo, self.fuel, self.stores, self.water, self.men]
    }

    /// Takes them from a list in the order of [`CARGOES`].
    pub fn of(list: [u8; 5]) -> Self {
        let [ammo, fuel, stores, water, men] = list;
        Self {
            ammo,
            fuel,
            stores,
            water,
            men,
        }
    }

    /// Returns how many there are.
    pub fn total(self) -> u16 {
        self.list().into_iter().map(u16::from).sum()
    }
}

/// What a terrain kind means (§4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ground {
    /// Capability Points that entering costs on foot; `None` cannot be entered.
    pub foot: Option<u8>,
    /// Capability Points that entering costs on wheels and tracks; `None` cannot be entered.
    pub motor: Option<u8>,
    /// Rows that a barrage shifts.
    pub barrage: i16,
    /// Added to anti-armor points.
    pub anti_armor: i16,
    /// Added to the differential of an assault.
    pub assault: i16,
    /// Most stacking points of a side.
    pub stacking: u8,
    /// Whether it is a major city.
    pub city: bool,
}

definitions! {
    /// What a hexside feature means (§4).
    pub struct Hexside: "hexside", name {
        /// Crossing it upward, or either way where it has no direction.
        pub up: Crossing,
        /// Crossing it downward, where the hexes differ in height.
        pub down: Option<Crossing> = None,
        /// Whether zones of control cross it.
        pub controls: bool = true,
    }
}

records! {
    /// What crossing a hexside does.
    #[derive(Copy, Default)]
    pub struct Crossing: "crossing" {
        /// Capability Points more on foot; `None` cannot be crossed.
        pub foot: Option<u8> [0..=20] = Some(0),
        /// Capability Points more on wheels and tracks; `None` cannot be crossed.
        pub motor: Option<u8> [0..=20] = Some(0),
        /// Whether wheels and tracks need a road or track.
        pub by_track: bool = false,
        /// Added to anti-armor points across it; `None` has no fire without a road or track.
        pub anti_armor: Option<i16> [-10..=10] = Some(0),
        /// Added to the differential of an assault across it.
        pub assault: i16 [-10..=10] = 0,
        /// Whether motorized units can assault across it.
        pub motor_assault: bool = true,
    }
}

impl Ground {
    /// Returns plain ground that can be entered or not.
    pub fn plain(enters: bool) -> Self {
        let cost = enters.then_some(2);
        Self {
            foot: cost,
            motor: cost,
            barrage: 0,
            anti_armor: 0,
            assault: 0,
            stacking: 6,
            city: false,
        }
    }

    /// Reads what a terrain kind means.
    pub(super) fn read(node: &Node, reader: &mut Reader) -> Option<Self> {
        let mut fields = reader.fields(node, "ground")?;
        let cost = |reader: &mut Reader, node: &Node| match &node.value {
            Value::Name(name) if name == "None" => Some(None),
            _ => {
                let node = reader.option(node)?;
                reader.int(node, "Capability Points", 1..=20_u8).map(Some)
            }
        };
        let foot = fields.or("foot", Some(2), |node| cost(reader, node));
        let motor = fields.or("motor", Some(2), |node| cost(reader, node));
        let barrage = fields.int_or(reader, "barrage", -6..=6_i16, 0);
        let anti_armor = fields.int_or(reader, "anti_armor", -10..=10_i16, 0);
        let assault = fields.int_or(reader, "assault", -10..=10_i16, 0);
        let stacking = fields.int_or(reader, "stacking", 1..=50_u8, 6);
        let city = fields.flag(reader, "city");
        fields.done(reader);
        Some(Self {
            foot: foot?,
            motor: motor?,
            barrage: barrage?,
            anti_armor: anti_armor?,
            assault: assault?,
            stacking: stacking?,
            city: city?,
        })
    }
}
