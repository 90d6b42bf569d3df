//! The 50 US states: full names for drivers, two-letter abbreviations for the back office (docs/PRODUCT.md#states).

macro_rules! states {
    ($($variant:ident $name:literal $abbreviation:literal,)*) => {
        /// One of the 50 US states.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum UsState {
            $(#[doc = $name] $variant,)*
        }

        impl UsState {
            /// All 50 states, in alphabetical order.
            pub const ALL: [Self; 50] = [$(Self::$variant,)*];

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
}

impl UsState {
    /// Returns the state with this full name, which must match exactly.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Returns the state with this full name or abbreviation, ignoring case.
    pub fn from_either(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_it = |state: &Self| {
            state.name().eq_ignore_ascii_case(text) || state.abbreviation().eq_ignore_ascii_case(text)
        };
        Self::ALL.into_iter().find(is_it)
    }
}
