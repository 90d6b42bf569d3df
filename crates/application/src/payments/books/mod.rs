//! The books: what every movement of money posts, matching with the provider, and the page of staff.

mod catch_up;
pub mod matching;
pub mod post;
pub mod show;
