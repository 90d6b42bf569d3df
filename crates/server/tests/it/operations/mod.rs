//! Settings, roles, the edge, and a process that is killed.

mod assets;
mod audit;
mod bodies;
mod config;
mod crash;
mod database_roles;
mod edge;
mod embedded;
mod keys;
mod roles;
mod told;
