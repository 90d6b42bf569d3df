//! What an operator sees of a running server.

mod check;
mod metrics;
mod replica;
