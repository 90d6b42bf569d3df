//! What drivers owe, and what staff file.

pub mod filing;
pub mod items;
pub mod standings;
