//! Settings, roles, the edge, and a process that is killed or told to stop.

mod assets;
mod audit;
mod bodies;
mod config;
mod crash;
mod database_roles;
mod edge;
mod embedded;
#[cfg(target_os = "linux")]
mod frozen;
mod hostile;
mod keys;
mod races;
pub mod roles;
mod stopping;
mod told;
