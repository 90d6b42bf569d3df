//! What operators can see of a running server.

mod check;
mod following;
mod metrics;
mod replica;
