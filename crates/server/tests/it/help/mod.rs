//! Chat, live updates of the back office, and their WebSockets.

mod chat;
mod desk;
mod sockets;
