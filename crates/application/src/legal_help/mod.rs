//! Legal help: lawyers hired for a ticket.

pub mod cancel_hire;
pub mod hires;
