//! Settings, permissions, unusual requests, the audit trail, keys, the page's files, the demo data, and
//! processes that are killed, frozen or stopped.

mod assets;
mod audit;
mod audit_coverage;
mod bodies;
mod config;
mod crash;
mod database_roles;
mod demo;
mod edge;
mod embedded;
#[cfg(target_os = "linux")]
mod frozen;
mod hostile;
mod inline_responses;
mod keys;
mod races;
pub mod roles;
mod specified_calls;
mod stopping;
