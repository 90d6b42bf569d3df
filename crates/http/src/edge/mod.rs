//! What every request passes, whatever it asks for: address, limits, headers, body, caller, errors, documents, files.

pub mod address;
pub mod assets;
pub mod blocks;
pub mod caller;
pub mod config_dto;
pub mod cookie;
pub mod flood_counter;
pub mod gate;
pub mod headers;
pub mod rate_limit;
pub mod same_origin;
pub mod server_routes;
pub mod telemetry;
