//! Items, their options, and the calendar of their dates.

mod calendar;
mod contesting;
mod files;
mod filing;
mod options;
