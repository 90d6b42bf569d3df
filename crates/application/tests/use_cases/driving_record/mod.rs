//! Items: lists and filing.

mod appearances;
mod filing;
mod items;
