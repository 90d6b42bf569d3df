//! Hires.

mod hires;
