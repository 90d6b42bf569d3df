//! Lawyer hires, their cases with messages and files, and lawyers.

pub mod cases;
pub mod hires;
pub mod lawyers;
pub mod lists;
pub mod secrets;
