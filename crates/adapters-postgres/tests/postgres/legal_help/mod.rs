//! Lawyer hires, their cases, and lawyers.

mod cases;
mod deletion;
mod hires;
mod lawyers;
pub mod samples;
mod secrets;
mod standing;
