//! Lawyer hires.

pub mod dto;
