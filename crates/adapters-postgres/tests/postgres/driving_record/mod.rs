//! Items.

mod filing;
mod items;
