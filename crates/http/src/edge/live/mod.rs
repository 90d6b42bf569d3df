//! Live connections over WebSockets. Sockets mostly notify clients that data has changed. Clients then read the data
//! with API requests.
//!
//! Only a socket's own task (`socket`) waits for its client. The hub (`hub`) never waits: it fills
//! bounded queues and disconnects a client whose queue is full. One thread (`relay`) receives the
//! notifications of all server processes and passes them to the hub.

pub mod chat;
pub mod handshake;
pub mod hub;
pub mod orders;
pub mod presence;
pub mod relay;
pub mod socket;
pub mod wire;
