//! Lawyer hires, their cases with messages and files, lawyers, and the statements of lawyers' monthly fees.

mod case_deadlines;
mod case_rows;
mod case_sets;
mod cases;
mod files;
pub(crate) mod hire_rows;
mod hires;
mod lawyer_rows;
mod lawyers;
mod lists;
pub(crate) mod outcomes;
mod secrets;
mod statements;
pub(crate) mod steps;
