//! The books: what each movement of money posts, the comparison with the provider, and the staff's page.

mod catch_up;
pub mod matching;
pub mod post;
pub mod show;
