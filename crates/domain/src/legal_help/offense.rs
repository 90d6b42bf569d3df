//! Classes of offenses (docs/product/cases.md#offense-class).

use crate::shared::stored_words::stored_words;
use crate::shared::us_state::UsState;

/// The class of a ticket's offense. The class decides which lawyers take the case, and who may pay
/// refunds under the guarantee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OffenseClass {
    /// A civil or petty offense, such as most traffic tickets in California and New York.
    Infraction,
    /// A crime, such as most traffic tickets in Texas.
    Misdemeanor,
    /// We have no source for the state's usual class, and the lawyer hasn't confirmed the class. An unknown
    /// class counts as a misdemeanor.
    Unknown,
}

stored_words!(OffenseClass {
    Infraction => "infraction",
    Misdemeanor => "misdemeanor",
    Unknown => "unknown",
});

impl OffenseClass {
    /// Returns the usual class of a traffic ticket in a state; `Unknown` for states for which we have no source.
    pub const fn usual_in(state: UsState) -> Self {
        match state {
            UsState::California | UsState::NewYork => Self::Infraction,
            UsState::Texas => Self::Misdemeanor,
            _ => Self::Unknown,
        }
    }

    /// Whether drivers usually must come to court with their lawyer.
    pub const fn usually_needs_driver(self) -> bool {
        self.counts_as_misdemeanor()
    }

    /// Whether the rules for misdemeanors apply.
    pub const fn counts_as_misdemeanor(self) -> bool {
        match self {
            Self::Infraction => false,
            Self::Misdemeanor | Self::Unknown => true,
        }
    }
}
