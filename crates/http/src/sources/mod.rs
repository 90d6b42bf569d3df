//! Cities that publish their citations.

mod dto;
pub mod routes;
