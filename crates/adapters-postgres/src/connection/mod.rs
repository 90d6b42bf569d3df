//! Access to the database: connection strings, the pool, migrations, partitions, roles, the replica,
//! notifications, and closing connections that hang.

pub(crate) mod conninfo;
pub(crate) mod database;
pub(crate) mod feed;
pub(crate) mod grants;
pub(crate) mod manager;
pub(crate) mod migrations;
pub(crate) mod partitions;
pub(crate) mod prepared;
pub(crate) mod replica;
pub(crate) mod role;
mod rounds;
pub(crate) mod schema_lock;
pub(crate) mod watch;
