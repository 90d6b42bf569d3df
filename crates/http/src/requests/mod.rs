//! What drivers ask staff for.

pub mod dto;
pub mod lists;
pub mod routes;
