//! Citation sources: cities that publish their citations as open data.

mod dto;
pub mod routes;
