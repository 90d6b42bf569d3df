//! Items: lists, filing and options.

mod appearances;
mod courts;
mod filing;
mod items;
mod options;
