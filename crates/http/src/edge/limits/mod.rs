//! Who gets no further, and how often one may call.

pub mod blocks;
pub mod call_class;
pub mod flood_counter;
pub mod gate;
pub mod places;
pub mod rate_limit;
pub mod tries;
pub mod turns;
