//! Lawyer hires, their cases with messages and files, and lawyers.

mod case_rows;
mod cases;
mod files;
pub(crate) mod hire_rows;
mod hires;
mod lawyer_rows;
mod lawyers;
mod lists;
mod secrets;
pub(crate) mod steps;
