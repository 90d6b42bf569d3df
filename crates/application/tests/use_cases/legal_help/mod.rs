//! Lawyer hires.

mod hires;
