//! Items that drivers owe, and their filing by staff.

pub mod courts;
pub mod filing;
pub mod items;
pub mod standings;
