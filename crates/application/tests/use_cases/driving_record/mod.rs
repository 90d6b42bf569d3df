//! Items: lists, filing and options.

mod added;
mod appearances;
mod courts;
mod files;
mod filing;
mod items;
mod options;
