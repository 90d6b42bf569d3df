//! Items: lists and filing.

mod appearances;
mod courts;
mod filing;
mod items;
