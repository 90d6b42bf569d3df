//! Code that several rooms share.

pub mod case_updates;
pub mod changes;
pub mod last_uses;
pub mod letters;
pub mod lists;
pub mod live_payments;
pub mod numbers;
pub mod outbox;
pub mod outgoing;
pub mod retention;
pub(crate) mod turn;
pub mod unwritten;
