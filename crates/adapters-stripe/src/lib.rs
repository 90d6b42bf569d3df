//! adapters-stripe
