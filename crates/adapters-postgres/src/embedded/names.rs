//! Names of the embedded server's database and roles.

/// Name of the database and of the role that owns the database.
pub(crate) const NAME: &str = "lanewise";
/// The serving role, which handles requests and owns nothing.
pub(crate) const SERVER: &str = "lanewise_server";
/// The superuser, which `initdb` creates.
pub(crate) const SUPERUSER: &str = "postgres";
