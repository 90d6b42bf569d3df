//! Tests of lawyer hires, their cases, lawyers, and the statements of lawyers' monthly fees.

mod case_sets;
mod cases;
mod deletion;
mod hires;
mod lawyers;
pub mod samples;
mod secrets;
mod standing;
mod statements;
mod ticket_changes;
