//! Items: lists and filing.

mod filing;
mod items;
