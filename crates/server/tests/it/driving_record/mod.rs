//! Items, their options, and the calendar of their dates.

mod calendar;
mod filing;
mod options;
