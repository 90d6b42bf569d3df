//! Corrections of a case's court, and the court's dates and decisions on the ticket.

pub mod correction;
pub(super) mod ticket;
