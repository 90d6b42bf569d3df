//! Tests of options, and of the sourced texts about them.

pub mod build;
mod list;
mod places;
mod sourced_texts;
