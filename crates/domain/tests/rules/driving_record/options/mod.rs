pub mod build;
mod list;
mod places;
mod sourced_texts;
