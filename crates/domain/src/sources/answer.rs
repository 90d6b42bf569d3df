//! Rows of a source's response.

use crate::driving_record::new_item::ItemDetails;
use crate::shared::money::Money;
use crate::shared::person::plate_state::PlateState;

/// The amount that the driver owes for a citation, by the source's data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceBalance {
    /// The driver owes this amount.
    Owed(Money),
    /// The driver owes nothing, because the citation is settled.
    Settled,
    /// The data is unclear, and staff must check it. Contains the reason as a sentence.
    Unclear(String),
}

/// A row that was read successfully.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceRow {
    /// The issuer's number, in upper case.
    pub number: String,
    /// Plate, normalized for comparison, and its state.
    pub plate: (String, PlateState),
    /// A value that distinguishes vehicles with the same plate, such as the type of registration.
    pub vehicle: Option<String>,
    /// The amount owed, by the source's data.
    pub says: SourceBalance,
    /// Fields of the parking ticket.
    pub details: ItemDetails,
}

/// Whether a response is rejected because too many rows are unreadable: more than half, and at least two.
pub const fn is_nonsense(unreadable: usize, all: usize) -> bool {
    unreadable >= 2 && unreadable * 2 > all
}

/// Returns plates with rows for more than one vehicle. The plate alone doesn't identify their driver.
pub fn shared_plates(rows: &[SourceRow]) -> Vec<&(String, PlateState)> {
    let differs =
        |row: &&SourceRow| rows.iter().any(|other| other.plate == row.plate && other.vehicle != row.vehicle);
    rows.iter().filter(differs).map(|row| &row.plate).collect()
}
