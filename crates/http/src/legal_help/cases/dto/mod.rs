//! Request and response bodies for cases.

pub mod bodies;
pub mod case;
pub mod citation;
pub mod desk;
pub mod event;
pub mod offer;
pub mod secrets;
