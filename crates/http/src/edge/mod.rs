//! What every request passes, whatever it asks for: address, limits, headers, body, caller, errors, documents, files.

pub mod address;
pub mod blocks;
pub mod call_class;
pub mod caller;
pub mod cookie;
pub mod flood_counter;
pub mod gate;
pub mod headers;
pub mod list_call;
pub mod rate_limit;
pub mod same_origin;
pub mod security_events;
pub mod settings;
pub mod telemetry;
pub mod tries;
pub mod use_case;
