//! The pool, the embedded server, the schema and its migrations, the templates of tests.

mod checks;
mod database;
mod embedded;
mod jobs;
mod schema;
mod templates;
