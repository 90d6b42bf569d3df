//! Request and response bodies of the item calls.

pub mod appearance;
pub mod calendar;
pub mod filing;
pub mod item;
