//! Code that all requests share: route declarations, the caller and the session, limits and security checks,
//! headers, telemetry, and the call of a use case. Also lists, webhooks and WebSockets.

pub mod address;
pub mod caller;
pub mod chunked_body;
pub mod cookie;
pub mod headers;
pub mod hosts;
pub mod limits;
pub mod list_call;
pub mod live;
pub mod method_label;
pub mod methods;
pub mod provider_calls;
pub mod route;
pub mod same_origin;
pub mod security_events;
pub mod session_cache;
pub mod settings;
pub mod step_up;
pub mod telemetry;
pub mod use_case;
pub mod webhook;
