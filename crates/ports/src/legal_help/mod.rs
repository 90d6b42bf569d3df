//! Lawyer hires.

pub mod hires;
