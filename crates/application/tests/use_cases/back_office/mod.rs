//! The back office: desk, notes, overview, queues and status requests.

mod desk;
mod notes;
mod overview;
mod queues;
mod status_requests;
