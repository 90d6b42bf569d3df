//! Legal help: lawyers and the statements of their monthly fees, hires and their cancellation, and the
//! case of each hire.

pub mod cancel_hire;
pub mod cases;
pub mod hires;
pub mod lawyers;
mod pay_guarantee;
pub mod statements;
