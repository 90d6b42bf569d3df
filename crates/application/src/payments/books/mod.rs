//! The books: what every movement of money posts, matching with the provider, and the page of staff.

pub mod matching;
pub mod post;
pub mod show;
