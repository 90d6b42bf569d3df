//! The books: posting of each movement of money, matching with the provider, and figures for staff.

mod catch_up;
pub mod matching;
pub mod post;
pub mod show;
