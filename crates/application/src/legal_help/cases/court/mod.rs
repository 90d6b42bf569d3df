//! The court of a case, and what it sets for the ticket.

pub mod correction;
pub(super) mod ticket;
