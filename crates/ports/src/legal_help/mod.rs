//! Lawyer hires, their cases with messages and files, lawyers, and the statements of their fees.

pub mod case_sets;
pub mod cases;
pub mod hires;
pub mod lawyers;
pub mod lists;
pub mod outcomes;
pub mod secrets;
pub mod statements;
