//! stripe-sandbox
