//! Legal help: lawyers, hires, and the case of each hire.

pub mod cancel_hire;
pub mod cases;
pub mod hires;
pub mod lawyers;
mod pay_guarantee;
pub mod statements;
