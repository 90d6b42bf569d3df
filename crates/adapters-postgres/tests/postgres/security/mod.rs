//! Failed logins, blocks, trails.

mod guard;
mod trail;
