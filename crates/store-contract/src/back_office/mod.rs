pub mod desk;
pub mod lists;
pub mod monitoring;
pub mod notes;
pub mod overview;
pub mod queues;
pub mod timeline;
