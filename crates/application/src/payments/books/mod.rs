//! The books: the postings of each movement of money, matching with the provider, and the page for
//! staff.

mod catch_up;
pub mod matching;
pub mod post;
pub mod show;
