//! A running server as operators see it: checks, metrics, traces and the replica.

mod check;
mod following;
mod metrics;
mod replica;
