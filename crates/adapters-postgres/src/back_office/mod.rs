//! Queues, overview figures, notes and timelines of the back office.

mod desk;
mod figures;
mod notes;
mod overview;
mod queues;
mod timeline;
