//! Lawyer hires.

pub mod hires;
pub mod lists;
