//! Settings, roles, the edge, and a process that is killed.

mod config;
mod crash;
mod edge;
mod roles;
