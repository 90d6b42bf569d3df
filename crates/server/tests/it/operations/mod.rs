//! Settings, roles, the edge, and a process that is killed.

mod assets;
mod bodies;
mod config;
mod crash;
mod edge;
mod embedded;
mod roles;
