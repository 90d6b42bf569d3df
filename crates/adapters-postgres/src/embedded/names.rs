//! What the database and its roles are called.

/// Name of the database and of the role that owns it.
pub(crate) const NAME: &str = "lanewise";
/// The role that serves, and owns nothing.
pub(crate) const SERVER: &str = "lanewise_server";
/// The role that made the cluster.
pub(crate) const SUPERUSER: &str = "postgres";
