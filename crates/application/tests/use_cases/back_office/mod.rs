//! Queues and figures.

mod desk;
mod notes;
mod overview;
mod queues;
mod status_requests;
