//! Names of the database and its roles.

/// Name of the database, and of the role that owns it.
pub(crate) const NAME: &str = "lanewise";
/// The serving role, which owns nothing.
pub(crate) const SERVER: &str = "lanewise_server";
/// The role that created the cluster.
pub(crate) const SUPERUSER: &str = "postgres";
