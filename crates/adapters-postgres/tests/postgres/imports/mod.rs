//! Files of citations.

mod files;
