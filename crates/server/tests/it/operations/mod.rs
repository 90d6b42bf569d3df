//! Settings, roles, the edge, and a process that is killed or told to stop.

mod assets;
mod audit;
mod bodies;
mod config;
mod crash;
mod database_roles;
mod edge;
mod embedded;
mod hostile;
mod keys;
mod records_of_roles;
mod role_table;
mod roles;
mod roles_of_desk;
mod stopping;
mod told;
