//! States, the District of Columbia and the territories. People see full names, and the back office
//! shows abbreviations (docs/product/everywhere.md#states).

use crate::shared::text::constraint::{Constrained, TextConstraint};

macro_rules! states {
    ($($variant:ident $name:literal $abbreviation:literal,)*) => {
        /// A U.S. state, the District of Columbia or one of the five inhabited territories.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum UsState {
            $(#[doc = $name] $variant,)*
        }

        impl UsState {
            /// All 56 states and territories in the order of a drop-down list. The 50 states come
            /// first, by name (docs/product/everywhere.md#states).
            pub const ALL: [Self; 56] = [$(Self::$variant,)*];

            /// Full name, as stored and shown.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The state's two-letter abbreviation, such as `NY`.
            pub const fn abbreviation(self) -> &'static str {
                match self { $(Self::$variant => $abbreviation,)* }
            }
        }
    };
}

states! {
    Alabama "Alabama" "AL",
    Alaska "Alaska" "AK",
    Arizona "Arizona" "AZ",
    Arkansas "Arkansas" "AR",
    California "California" "CA",
    Colorado "Colorado" "CO",
    Connecticut "Connecticut" "CT",
    Delaware "Delaware" "DE",
    Florida "Florida" "FL",
    Georgia "Georgia" "GA",
    Hawaii "Hawaii" "HI",
    Idaho "Idaho" "ID",
    Illinois "Illinois" "IL",
    Indiana "Indiana" "IN",
    Iowa "Iowa" "IA",
    Kansas "Kansas" "KS",
    Kentucky "Kentucky" "KY",
    Louisiana "Louisiana" "LA",
    Maine "Maine" "ME",
    Maryland "Maryland" "MD",
    Massachusetts "Massachusetts" "MA",
    Michigan "Michigan" "MI",
    Minnesota "Minnesota" "MN",
    Mississippi "Mississippi" "MS",
    Missouri "Missouri" "MO",
    Montana "Montana" "MT",
    Nebraska "Nebraska" "NE",
    Nevada "Nevada" "NV",
    NewHampshire "New Hampshire" "NH",
    NewJersey "New Jersey" "NJ",
    NewMexico "New Mexico" "NM",
    NewYork "New York" "NY",
    NorthCarolina "North Carolina" "NC",
    NorthDakota "North Dakota" "ND",
    Ohio "Ohio" "OH",
    Oklahoma "Oklahoma" "OK",
    Oregon "Oregon" "OR",
    Pennsylvania "Pennsylvania" "PA",
    RhodeIsland "Rhode Island" "RI",
    SouthCarolina "South Carolina" "SC",
    SouthDakota "South Dakota" "SD",
    Tennessee "Tennessee" "TN",
    Texas "Texas" "TX",
    Utah "Utah" "UT",
    Vermont "Vermont" "VT",
    Virginia "Virginia" "VA",
    Washington "Washington" "WA",
    WestVirginia "West Virginia" "WV",
    Wisconsin "Wisconsin" "WI",
    Wyoming "Wyoming" "WY",
    DistrictOfColumbia "District of Columbia" "DC",
    PuertoRico "Puerto Rico" "PR",
    Guam "Guam" "GU",
    AmericanSamoa "American Samoa" "AS",
    UsVirginIslands "U.S. Virgin Islands" "VI",
    NorthernMarianaIslands "Northern Mariana Islands" "MP",
}

impl UsState {
    /// Whether this is one of the 50 states.
    pub const fn is_one_of_the_50(self) -> bool {
        !matches!(
            self,
            Self::DistrictOfColumbia
                | Self::PuertoRico
                | Self::Guam
                | Self::AmericanSamoa
                | Self::UsVirginIslands
                | Self::NorthernMarianaIslands
        )
    }

    /// Returns the state with this full name, which must match exactly.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Returns the state with this full name or abbreviation, ignoring case.
    pub fn from_either(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_named = |state: &Self| {
            state.name().eq_ignore_ascii_case(text) || state.abbreviation().eq_ignore_ascii_case(text)
        };
        Self::ALL.into_iter().find(is_named)
    }
}

/// The constraint allows only full names. Import files may also contain abbreviations.
impl Constrained for UsState {
    fn constraint() -> TextConstraint {
        TextConstraint::one_of(Self::ALL.map(Self::name))
    }
}
