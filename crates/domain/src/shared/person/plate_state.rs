//! States, provinces and countries in which license plates are registered
//! (docs/product/everywhere.md#license-plates).

use crate::shared::text::constraint::{Constrained, TextConstraint};
use crate::shared::us_state::UsState;

macro_rules! provinces {
    ($($variant:ident $name:literal $abbreviation:literal,)*) => {
        /// A province or territory of Canada.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Province {
            $(#[doc = $name] $variant,)*
        }

        impl Province {
            /// All 13 provinces and territories, by name.
            pub const ALL: [Self; 13] = [$(Self::$variant,)*];

            /// Full name, as stored and shown.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Two-letter abbreviation, such as `ON`.
            pub const fn abbreviation(self) -> &'static str {
                match self { $(Self::$variant => $abbreviation,)* }
            }
        }
    };
}

provinces! {
    Alberta "Alberta" "AB",
    BritishColumbia "British Columbia" "BC",
    Manitoba "Manitoba" "MB",
    NewBrunswick "New Brunswick" "NB",
    NewfoundlandAndLabrador "Newfoundland and Labrador" "NL",
    NorthwestTerritories "Northwest Territories" "NT",
    NovaScotia "Nova Scotia" "NS",
    Nunavut "Nunavut" "NU",
    Ontario "Ontario" "ON",
    PrinceEdwardIsland "Prince Edward Island" "PE",
    Quebec "Quebec" "QC",
    Saskatchewan "Saskatchewan" "SK",
    Yukon "Yukon" "YT",
}

/// The place where a plate is registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlateState {
    /// A U.S. state, the District of Columbia or a territory.
    Us(UsState),
    /// A province or territory of Canada.
    Canadian(Province),
    /// Any other issuer of plates, such as another country, the armed forces or a tribe. Two vehicles with this state
    /// can have the same plate.
    Other,
}

impl From<UsState> for PlateState {
    fn from(state: UsState) -> Self {
        Self::Us(state)
    }
}

impl PlateState {
    /// Returns all states and provinces and `Other`, in the order of a drop-down list.
    pub fn all() -> impl Iterator<Item = Self> {
        let states = UsState::ALL.into_iter().map(Self::Us);
        states.chain(Province::ALL.into_iter().map(Self::Canadian)).chain([Self::Other])
    }

    /// Returns the U.S. state; `None` for a province of Canada and for `Other`.
    pub const fn us(self) -> Option<UsState> {
        match self {
            Self::Us(state) => Some(state),
            Self::Canadian(_) | Self::Other => None,
        }
    }

    /// Full name, as stored and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Us(state) => state.name(),
            Self::Canadian(province) => province.name(),
            Self::Other => "Other",
        }
    }

    /// Two-letter abbreviation for the back office. `Other` has no abbreviation and is spelled out.
    pub const fn abbreviation(self) -> &'static str {
        match self {
            Self::Us(state) => state.abbreviation(),
            Self::Canadian(province) => province.abbreviation(),
            Self::Other => "Other",
        }
    }

    /// Returns the state, province or `Other` with this full name, which must match exactly.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|place| place.name() == name)
    }

    /// Returns the state, province or `Other` with this full name or abbreviation, ignoring case.
    pub fn from_either(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_named = |place: &Self| {
            place.name().eq_ignore_ascii_case(text) || place.abbreviation().eq_ignore_ascii_case(text)
        };
        Self::all().find(is_named)
    }
}

impl Constrained for PlateState {
    fn constraint() -> TextConstraint {
        TextConstraint::one_of(Self::all().map(Self::name))
    }
}
