//! Items and their dates.

mod calendar;
mod filing;
