//! Items: lists, filing and options.

mod added;
mod appearances;
mod contesting;
mod courts;
mod files;
mod filing;
mod items;
mod merging;
mod options;
