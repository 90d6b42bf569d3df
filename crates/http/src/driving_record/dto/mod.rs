//! What the calls about items send and answer.

pub mod calendar;
pub mod filing;
pub mod item;
