//! Creates the serving role, which is missing in new data directories and in those of earlier releases.

use diesel::connection::SimpleConnection;

use super::error::EmbeddedError;
use super::names::SERVER;
use crate::connection::watch::connect_unwatched;

/// Creates the serving role if it doesn't exist. Another process may do this at the same time.
pub(crate) fn create_serving_role(superuser_url: &str) -> Result<(), EmbeddedError> {
    let mut connection =
        connect_unwatched(superuser_url).map_err(|error| EmbeddedError::Role(Box::new(error)))?;
    connection
        .batch_execute(&format!(
            "DO $$ BEGIN
                 IF to_regrole('{SERVER}') IS NULL THEN CREATE ROLE {SERVER} LOGIN; END IF;
             EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
             END $$"
        ))
        .map_err(|error| EmbeddedError::Role(Box::new(error)))
}
