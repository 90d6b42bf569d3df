//! Live chat: a socket only hints, the calls are the truth.
//!
//! A socket's own task (`socket`) is the only one that waits for its client. The hub (`hub`) never waits: it puts into bounded queues
//! and disconnects a client that does not keep up. One thread (`relay`) hears what any server process announced and tells the hub.

pub mod handshake;
pub mod hub;
pub mod orders;
pub mod presence;
pub mod relay;
pub mod socket;
pub mod wire;
