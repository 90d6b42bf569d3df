//! Corrections of a case's court, and changes to the ticket for court dates and decisions.

pub mod correction;
pub(super) mod ticket;
