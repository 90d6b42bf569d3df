//! adapters-postgres
