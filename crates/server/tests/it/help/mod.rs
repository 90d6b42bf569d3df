//! Chat, the live desk of staff, and their sockets.

mod chat;
mod desk;
mod sockets;
