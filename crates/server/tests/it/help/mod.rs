//! Chat and its sockets.

mod chat;
mod sockets;
