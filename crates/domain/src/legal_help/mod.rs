//! Hiring a lawyer for a ticket: the states that offer it, the hire, and the refund window.

pub mod hire;
pub mod offer;
pub mod refund_window;
