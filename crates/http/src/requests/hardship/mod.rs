//! Requests of drivers who can't pay an item now (docs/product/requests.md#drivers-who-cant-pay).

pub mod dto;
pub mod routes;
