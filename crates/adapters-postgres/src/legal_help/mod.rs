//! Lawyer hires.

pub(crate) mod hire_rows;
mod hires;
mod lists;
