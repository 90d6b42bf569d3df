//! Tests of the pool, jobs, retention, roles, replicas, the embedded server, the schema with its partitions,
//! the migrations, and the test databases.

mod checks;
mod database;
mod embedded;
#[cfg(target_os = "linux")]
mod frozen;
mod jobs;
mod migration_rules;
mod migrations;
mod partitions;
mod replica;
mod retention;
mod roles;
mod schema;
mod several_hosts;
mod templates;
