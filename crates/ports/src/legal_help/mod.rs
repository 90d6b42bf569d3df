//! Lawyer hires, their cases, and lawyers.

pub mod cases;
pub mod hires;
pub mod lawyers;
pub mod lists;
