//! A running server as operators see it: checks, metrics, traces and the replica.

mod check;
mod metrics;
mod replica;
mod traces;
