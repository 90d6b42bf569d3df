//! Items, and the calendar of their dates.

mod calendar;
mod filing;
