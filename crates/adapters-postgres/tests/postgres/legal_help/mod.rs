//! Lawyer hires, their cases, and lawyers.

mod cases;
mod deletion;
mod hires;
mod lawyers;
mod samples;
mod secrets;
mod standing;
