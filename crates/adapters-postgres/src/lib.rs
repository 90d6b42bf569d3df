//! PostgreSQL behind the ports: rows and their mapping to the domain, the connection pool, the migrations, and a server
//! that Lanewise starts by itself where none is given.
//!
//! No rule of the business lives here. What a stored row says that the domain does not know is an error, never a guess.

mod conninfo;
mod database;
mod demo;
pub mod embedded;
mod error;
mod feed;
mod lists;
mod migrations;
mod repositories;
mod rows;
mod schema;
mod store;
#[cfg(feature = "testing")]
pub mod testing;

pub use conninfo::OpenError;
pub use database::{PgDatabase, PoolSettings};
pub use feed::PgFeed;
pub use migrations::{MIGRATIONS, MigrateError, migrate};
pub use store::PgStore;
