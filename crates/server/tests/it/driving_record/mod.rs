//! Items, their options, files and letters, and the calendar of their dates.

mod calendar;
mod contesting;
mod files;
mod filing;
mod options;
