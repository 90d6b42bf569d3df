//! Rows of the data that a citation source returns.

use crate::driving_record::new_item::ItemDetails;
use crate::shared::money::Money;
use crate::shared::person::plate_state::PlateState;

/// The amount that the driver owes for a citation, according to the source's data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceBalance {
    /// The driver owes this amount.
    Owed(Money),
    /// The driver owes nothing, because the citation is settled.
    Settled,
    /// The data is unclear, and staff must check the citation. The string is the reason, a sentence.
    Unclear(String),
}

/// A row of a source's data that was parsed successfully.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceRow {
    /// The citation number, in upper case.
    pub number: String,
    /// The vehicle's plate, normalized for comparison, with its state.
    pub plate: (String, PlateState),
    /// A value that distinguishes vehicles with the same plate, such as the type of registration. `None` if the
    /// source has no such value.
    pub vehicle: Option<String>,
    /// The amount owed for the citation, according to the source's data.
    pub balance: SourceBalance,
    /// Fields of the parking ticket.
    pub details: ItemDetails,
}

/// Whether to reject a source's whole response because too many rows can't be parsed: at least two, and more than
/// half of `all` rows.
pub const fn has_too_many_unreadable_rows(unreadable: usize, all: usize) -> bool {
    unreadable >= 2 && unreadable * 2 > all
}

/// Returns the plates that occur in rows about more than one vehicle, once for each of these rows.
/// A plate of two vehicles doesn't identify the driver.
pub fn shared_plates(rows: &[SourceRow]) -> Vec<&(String, PlateState)> {
    let differs =
        |row: &&SourceRow| rows.iter().any(|other| other.plate == row.plate && other.vehicle != row.vehicle);
    rows.iter().filter(differs).map(|row| &row.plate).collect()
}
