//! Merging two entries of the register that name the same authority
//! (docs/product/money-to-authorities.md#merging).

use crate::payments::remittances::authority::{Authority, AuthorityDetails};

/// Why two authorities can't be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// The two authorities are the same.
    #[error("Choose another authority.")]
    Same,
    /// The authorities are of different kinds, such as a court and a city.
    #[error(
        "These authorities are of different kinds. Choose one of the same kind, or change the kind first."
    )]
    OtherKind,
    /// The states of both authorities are known and differ.
    #[error("These authorities are in different states. If one state is wrong, change it first.")]
    OtherState,
    /// Together, the authorities have more than [`AuthorityDetails::MAX_NAMES`] other names.
    #[error(
        "Together, these authorities have more than {} other names. Remove some first.",
        AuthorityDetails::MAX_NAMES
    )]
    TooManyNames,
}

impl Authority {
    /// Returns the details of this authority after `merged` is merged into it. This authority keeps its own details and
    /// gets all names of `merged`. Fields without a value, such as the postal address, get the value of `merged`.
    pub fn absorb(&self, merged: &Self) -> Result<AuthorityDetails, MergeError> {
        let (own, other) = (&self.details, &merged.details);
        if self.id == merged.id {
            return Err(MergeError::Same);
        }
        if own.kind != other.kind {
            return Err(MergeError::OtherKind);
        }
        if own.state.zip(other.state).is_some_and(|(own, other)| own != other) {
            return Err(MergeError::OtherState);
        }
        // No two authorities share a name, so the combined names are all different.
        let names = own.also_called.iter().chain([&other.name]).chain(&other.also_called);
        let also_called: Vec<String> = names.cloned().collect();
        if also_called.len() > AuthorityDetails::MAX_NAMES {
            return Err(MergeError::TooManyNames);
        }
        // A time zone belongs to a state, so the state and the time zone come from the same authority.
        let located = if own.state.is_some() { own } else { other };
        Ok(AuthorityDetails {
            name: own.name.clone(),
            kind: own.kind,
            also_called,
            pay_to: own.pay_to.clone().or_else(|| other.pay_to.clone()),
            postal_address: own.postal_address.clone().or_else(|| other.postal_address.clone()),
            state: located.state,
            county: own.county.clone().or_else(|| other.county.clone()),
            time_zone: located.time_zone,
        })
    }
}
