//! Implements the ports with PostgreSQL. Contains rows and their conversions, the connection pool, the
//! migrations, and an embedded server for development.
//!
//! This crate contains no business rules. A stored value that the domain doesn't know causes an error.

mod accounts;
mod back_office;
mod connection;
mod demo;
mod driving_record;
pub mod embedded;
mod error;
mod help;
mod imports;
mod legal_help;
mod lists;
mod notices;
mod payments;
mod requests;
mod security;
mod shared;
mod sources;
mod staff;
mod store;
#[cfg(feature = "testing")]
pub mod testing;

pub use connection::conninfo::{OpenError, SPEAKS_TLS, is_exposed};
pub use connection::database::{PgDatabase, PoolSettings, PoolState};
pub use connection::feed::PgAnnouncementFeed;
pub use connection::grants::{TABLES, TablePrivilege};
pub use connection::migrations::{MIGRATIONS, migrate};
pub use connection::partitions::{DroppedMonth, RetireError, retire_months};
pub use connection::role::RoleError;
pub use connection::schema_lock::MigrateError;
pub use demo::{DemoChargeback, DemoPayment, DemoRefund, load_demo};
pub use store::PgStore;
