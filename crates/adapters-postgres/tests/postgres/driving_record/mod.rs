//! Items.

mod filing;
mod items;
mod standings;
