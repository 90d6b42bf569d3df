//! Guesses of a column's meaning from its cells, for files with unclear headers.

use crate::driving_record::amount::Amount;
use crate::imports::cells::{normalize_time_of_day, parse_day};
use crate::shared::person::email::Email;
use crate::shared::person::plate_state::PlateState;

/// Returns the meanings that a column with these cells can have, most likely first. Empty if the cells
/// are blank or unclear.
pub(super) fn likely_meanings(cells: &[String]) -> &'static [&'static str] {
    let there: Vec<&str> = cells.iter().map(|cell| cell.trim()).filter(|cell| !cell.is_empty()).collect();
    let all = |is_one: fn(&str) -> bool| there.iter().all(|cell| is_one(cell));
    if there.is_empty() {
        &[]
    } else if all(|cell| Email::parse(cell).is_ok()) {
        &["email"]
    } else if all(|cell| parse_day(cell).is_some()) {
        &["date"]
    } else if all(|cell| normalize_time_of_day(cell).is_some()) {
        &["time_of_violation", "time"]
    } else if all(is_money) {
        &["amount"]
    } else {
        &[]
    }
}

/// Whether a cell has an amount of money: a number with a dollar sign or with cents. Other numbers may mean anything.
fn is_money(cell: &str) -> bool {
    (cell.starts_with('$') || cell.contains('.')) && Amount::parse_number(cell).is_some()
}

/// Whether all cells are states or provinces, by name or abbreviation. Blank cells are ignored, but at least one
/// cell must have text.
pub(super) fn are_states(cells: &[String]) -> bool {
    let mut there = cells.iter().map(|cell| cell.trim()).filter(|cell| !cell.is_empty()).peekable();
    there.peek().is_some() && there.all(|cell| PlateState::from_either(cell).is_some())
}
