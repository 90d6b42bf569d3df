//! Items: looking at them and filing them.

mod filing;
mod items;
