//! Blocked addresses, rate limits and the queue for database connections.

pub mod blocks;
pub mod call_class;
pub mod flood_counter;
pub mod gate;
pub mod places;
pub mod rate_limit;
pub mod tries;
pub mod turns;
