//! Tests of drivers' requests to staff.

mod hardship;
