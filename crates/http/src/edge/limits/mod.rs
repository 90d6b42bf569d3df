//! Blocked addresses, addresses with a recent login, rate limits, login attempts, floods of security events,
//! and the queue for database connections.

pub mod attempts;
pub mod blocks;
pub mod call_class;
pub mod flood_counter;
pub mod gate;
pub mod known_addresses;
pub mod rate_limit;
pub mod request_queue;
