//! Lawyer hires, their cases, and lawyers.

mod case_rows;
mod cases;
pub(crate) mod hire_rows;
mod hires;
mod lawyer_rows;
mod lawyers;
mod lists;
pub(crate) mod steps;
