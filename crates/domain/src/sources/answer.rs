//! What a source answers, row by row.

use crate::driving_record::new_item::ItemDetails;
use crate::shared::money::Money;
use crate::shared::us_state::UsState;

/// What is owed for a citation, by its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Says {
    /// So much.
    Owes(Money),
    /// Nothing any more.
    Settled,
    /// Something that no item is made of by itself; in a sentence.
    Doubtful(String),
}

/// A row that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The issuer's number, in upper case.
    pub number: String,
    /// The plate as plates are compared, and its state.
    pub plate: (String, UsState),
    /// What tells apart vehicles with the same plate, such as the type of registration.
    pub vehicle: Option<String>,
    /// What is owed.
    pub says: Says,
    /// The parking ticket that it makes.
    pub details: ItemDetails,
}

/// Whether so many rows of an answer could not be read that none of it is believed: more than half, and two at least.
pub const fn is_nonsense(unreadable: usize, all: usize) -> bool {
    unreadable >= 2 && unreadable * 2 > all
}

/// Of which plates rows came for more than one vehicle: whose they are nobody can tell by the plate.
pub fn shared_plates(rows: &[Row]) -> Vec<&(String, UsState)> {
    let differs =
        |row: &&Row| rows.iter().any(|other| other.plate == row.plate && other.vehicle != row.vehicle);
    rows.iter().filter(differs).map(|row| &row.plate).collect()
}
