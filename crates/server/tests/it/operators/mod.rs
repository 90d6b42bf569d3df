//! What an operator sees of a running server.

mod check;
mod following;
mod metrics;
mod replica;
