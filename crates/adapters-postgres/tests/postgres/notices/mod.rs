//! What drivers are told.

mod news;
