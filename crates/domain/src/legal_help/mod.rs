//! Lawyers hired for a ticket: where they are offered, what a hire is, until when it can be cancelled.

pub mod hire;
pub mod offer;
pub mod refund_window;
