//! Drivers' requests to staff.

mod hardship;
