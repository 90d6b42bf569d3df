//! The WebSockets of this process: the chats that they receive, the subscriptions to changed records, and the
//! records that staff have open. Nothing in this module waits for a client.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use domain::shared::desk::DeskRecord;
use domain::shared::ids::{ChatMessageId, InquiryId, SessionId, UserId};
use ports::shared::feed::RecordActivity;
use tokio::sync::{mpsc, watch};

use crate::edge::live::orders::{Closing, SocketOrder, Timings};
use crate::edge::live::presence::Presence;
use crate::edge::live::wire;

/// Maximum number of queued messages per client. A client with more is disconnected.
const MAX_QUEUE: usize = 64;
/// Maximum number of chats per client.
const MAX_ROOMS: usize = 20;
/// Maximum number of sockets per user.
const MAX_SOCKETS_PER_USER: usize = 20;

/// Id of a socket in the hub, valid until [`Hub::unregister`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientId(u64);

/// A socket's registration in the hub, which the socket's task holds.
pub struct HubRegistration {
    /// The socket's id in the hub.
    pub id: ClientId,
    /// Receives the orders for the socket's task.
    pub orders: mpsc::Receiver<SocketOrder>,
    /// Receives the reason when the socket must close.
    pub closing: watch::Receiver<Option<Closing>>,
}

/// Why the hub refuses a socket or a chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HubRefusal {
    /// The server is stopping.
    Stopping,
    /// The process has its maximum number of sockets.
    AtCapacity,
    /// The user has too many sockets open.
    TooManySockets,
    /// The client has joined the maximum number of chats.
    TooManyRooms,
}

struct Client {
    user: UserId,
    session: SessionId,
    rooms: HashSet<InquiryId>,
    /// Whether this socket belongs to staff and gets messages about changed records.
    is_subscribed_to_desk: bool,
    /// The record whose page this client has open; `None` if no record is open.
    at: Option<DeskRecord>,
    orders: mpsc::Sender<SocketOrder>,
    closing: watch::Sender<Option<Closing>>,
}

impl Client {
    fn new(
        user: UserId,
        session: SessionId,
        orders: mpsc::Sender<SocketOrder>,
        closing: watch::Sender<Option<Closing>>,
    ) -> Self {
        Self { user, session, rooms: HashSet::new(), is_subscribed_to_desk: false, at: None, orders, closing }
    }
}

#[derive(Default)]
struct Room {
    members: HashSet<ClientId>,
    /// The newest message that the chat's clients have received; `None` if the chat had no messages yet.
    newest: Option<ChatMessageId>,
}

#[derive(Default)]
struct Inner {
    is_stopping: bool,
    last_id: u64,
    clients: HashMap<ClientId, Client>,
    rooms: HashMap<InquiryId, Room>,
    presence: Presence,
}

/// All sockets of this process.
pub struct Hub {
    timings: Timings,
    most: usize,
    inner: Mutex<Inner>,
}

impl Hub {
    /// Creates an empty hub. `max_sockets` is the maximum number of sockets.
    pub fn new(timings: Timings, max_sockets: usize) -> Self {
        Self { timings, most: max_sockets, inner: Mutex::default() }
    }

    pub fn timings(&self) -> Timings {
        self.timings
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a new socket of a user's session.
    ///
    /// # Errors
    /// Fails if the server is stopping or full, or if the user has too many sockets.
    pub fn register(&self, user: UserId, session: SessionId) -> Result<HubRegistration, HubRefusal> {
        let mut inner = self.lock();
        if inner.is_stopping {
            return Err(HubRefusal::Stopping);
        }
        if inner.clients.len() >= self.most {
            return Err(HubRefusal::AtCapacity);
        }
        if inner.clients.values().filter(|client| client.user == user).count() >= MAX_SOCKETS_PER_USER {
            return Err(HubRefusal::TooManySockets);
        }
        inner.last_id += 1;
        let id = ClientId(inner.last_id);
        let (orders, received) = mpsc::channel(MAX_QUEUE);
        let (closing, closed) = watch::channel(None);
        inner.clients.insert(id, Client::new(user, session, orders, closing));
        metrics::gauge!("chat_sockets")
            .set(f64::from(u32::try_from(inner.clients.len()).unwrap_or(u32::MAX)));
        Ok(HubRegistration { id, orders: received, closing: closed })
    }

    /// Removes a socket that has closed.
    pub fn unregister(&self, id: ClientId) {
        self.lock().remove_client(id);
    }

    /// Subscribes a client to a chat. `newest` is the chat's newest message, used only if no other client
    /// receives the chat. Does nothing if the client has left.
    ///
    /// # Errors
    /// Fails if the client receives too many chats.
    pub fn join(
        &self,
        id: ClientId,
        inquiry: InquiryId,
        newest: Option<ChatMessageId>,
    ) -> Result<(), HubRefusal> {
        let mut inner = self.lock();
        let Some(client) = inner.clients.get_mut(&id) else { return Ok(()) };
        if !client.rooms.contains(&inquiry) && client.rooms.len() >= MAX_ROOMS {
            return Err(HubRefusal::TooManyRooms);
        }
        client.rooms.insert(inquiry);
        let room = inner.rooms.entry(inquiry).or_insert_with(|| Room { members: HashSet::new(), newest });
        room.members.insert(id);
        Ok(())
    }

    /// Returns the newest message that a chat's clients have received. The outer `None` means that no client
    /// receives the chat, the inner `None` that the chat had no message.
    pub fn newest_received(&self, inquiry: InquiryId) -> Option<Option<ChatMessageId>> {
        self.lock().rooms.get(&inquiry).map(|room| room.newest)
    }

    /// Returns the chats that at least one client receives.
    pub fn joined_chats(&self) -> Vec<InquiryId> {
        self.lock().rooms.keys().copied().collect()
    }

    /// Sends a text frame to the clients that receive a chat. `newest` is the id of the chat message in the
    /// frame; `None` if the frame has no chat message. Disconnects a client whose queue is full.
    pub fn send_to_chat(&self, inquiry: InquiryId, newest: Option<ChatMessageId>, text: &str) {
        let mut inner = self.lock();
        let Some(room) = inner.rooms.get_mut(&inquiry) else { return };
        room.newest = room.newest.max(newest);
        let members: Vec<ClientId> = room.members.iter().copied().collect();
        inner.send_order(&members, &SocketOrder::Send(text.to_owned()));
    }

    /// Subscribes a staff member's client to changes of records.
    pub fn subscribe_to_desk(&self, id: ClientId) {
        if let Some(client) = self.lock().clients.get_mut(&id) {
            client.is_subscribed_to_desk = true;
        }
    }

    /// Whether a client gets messages about changed records.
    pub fn is_subscribed_to_desk(&self, id: ClientId) -> bool {
        self.lock().clients.get(&id).is_some_and(|client| client.is_subscribed_to_desk)
    }

    /// Sends a text frame to all clients that get messages about changed records.
    pub fn notify_desk_subscribers(&self, text: &str) {
        let mut inner = self.lock();
        let desks: Vec<ClientId> = inner
            .clients
            .iter()
            .filter(|(_, client)| client.is_subscribed_to_desk)
            .map(|(id, _)| *id)
            .collect();
        inner.send_order(&desks, &SocketOrder::Send(text.to_owned()));
    }

    /// Sets the record that a client has open, or `None`. A client that opens another record gets
    /// the list of the staff members who have that record open. Returns the record that the
    /// client had open before.
    pub fn open_record(&self, id: ClientId, opened: Option<DeskRecord>) -> Option<DeskRecord> {
        let mut inner = self.lock();
        let client = inner.clients.get_mut(&id)?;
        let before = std::mem::replace(&mut client.at, opened);
        if let Some(record) = opened.filter(|_| before != opened) {
            let text = wire::record_people_message(record, &inner.presence.members_at(record));
            inner.send_order(&[id], &SocketOrder::Send(text));
        }
        before
    }

    /// Stores which record a staff member has open, and what the member does there. Notifies the clients that
    /// have this record or the previous one open.
    pub fn update_presence(
        &self,
        member: UserId,
        record: DeskRecord,
        activity: RecordActivity,
        now: Instant,
    ) {
        let mut inner = self.lock();
        let changed = inner.presence.set_open_record(member, record, activity, now);
        inner.notify_staff(&changed);
    }

    /// Stores that a staff member closed a record. Notifies the clients that have the record open.
    pub fn end_presence(&self, member: UserId, record: DeskRecord) {
        let mut inner = self.lock();
        let changed = inner.presence.close_record(member, record);
        inner.notify_staff(changed.as_slice());
    }

    /// Removes staff members whose pages have sent no update for a while, and ends expired typing indicators.
    /// Notifies the clients that have one of their records open.
    pub fn expire_presence(&self, now: Instant) {
        let mut inner = self.lock();
        let changed = inner.presence.expire(now);
        inner.notify_staff(&changed);
    }

    /// Closes the sockets of a session that has ended.
    pub fn end_session(&self, session: SessionId) {
        self.lock().close_sockets(|client| client.session == session, Closing::SessionEnded);
    }

    /// Makes every socket check its session, because notifications of ended sessions may have been lost.
    pub fn check_sessions(&self) {
        self.lock().send_order_to_all(&SocketOrder::CheckSession);
    }

    /// Makes every socket check whether its address is blocked now.
    pub fn check_blocks(&self) {
        self.lock().send_order_to_all(&SocketOrder::CheckBlock);
    }

    /// Closes all sockets and refuses new ones, because the server is stopping.
    pub fn stop(&self) {
        let mut inner = self.lock();
        inner.is_stopping = true;
        inner.close_sockets(|_| true, Closing::Stopping);
    }

    pub fn is_stopping(&self) -> bool {
        self.lock().is_stopping
    }

    /// Returns the number of open sockets.
    pub fn socket_count(&self) -> usize {
        self.lock().clients.len()
    }
}

impl Inner {
    /// Passes an order to all sockets. Closes each socket whose queue is full.
    fn send_order_to_all(&mut self, order: &SocketOrder) {
        let all: Vec<ClientId> = self.clients.keys().copied().collect();
        self.send_order(&all, order);
    }

    /// Passes an order to these sockets. Closes each socket whose queue is full.
    fn send_order(&mut self, receivers: &[ClientId], order: &SocketOrder) {
        for id in receivers {
            let full =
                self.clients.get(id).is_some_and(|client| client.orders.try_send(order.clone()).is_err());
            if full {
                self.close_socket(*id, Closing::TooSlow);
            }
        }
    }

    /// Sends each record's list of staff members to the clients that have the record open.
    fn notify_staff(&mut self, records: &[DeskRecord]) {
        for record in records {
            let there = self.clients.iter().filter(|(_, client)| client.at == Some(*record));
            let there: Vec<ClientId> = there.map(|(id, _)| *id).collect();
            let text = wire::record_people_message(*record, &self.presence.members_at(*record));
            self.send_order(&there, &SocketOrder::Send(text));
        }
    }

    /// Closes the sockets for which `must_close` returns true, and gives their clients the reason.
    fn close_sockets(&mut self, must_close: impl Fn(&Client) -> bool, reason: Closing) {
        let found: Vec<ClientId> =
            self.clients.iter().filter(|(_, client)| must_close(client)).map(|(id, _)| *id).collect();
        for id in found {
            self.close_socket(id, reason);
        }
    }

    /// Closes a socket, and gives its client the reason.
    fn close_socket(&mut self, id: ClientId, reason: Closing) {
        if let Some(client) = self.remove_client(id) {
            client.closing.send_replace(Some(reason));
        }
    }

    /// Removes a client from the hub and from its chats. Returns `None` if it was removed before.
    fn remove_client(&mut self, id: ClientId) -> Option<Client> {
        let client = self.clients.remove(&id)?;
        for inquiry in &client.rooms {
            if let Some(room) = self.rooms.get_mut(inquiry) {
                room.members.remove(&id);
                if room.members.is_empty() {
                    self.rooms.remove(inquiry);
                }
            }
        }
        metrics::gauge!("chat_sockets").set(f64::from(u32::try_from(self.clients.len()).unwrap_or(u32::MAX)));
        Some(client)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRIVER: UserId = UserId(2);
    const ROOM: InquiryId = InquiryId(5);

    const MAX_SOCKETS: usize = 30;

    fn hub() -> Hub {
        Hub::new(Timings::default(), MAX_SOCKETS)
    }

    #[test]
    fn a_chat_message_reaches_only_sockets_that_joined_the_chat() {
        let hub = hub();
        let (mut inside, mut outside) =
            (hub.register(DRIVER, SessionId(1)).unwrap(), hub.register(DRIVER, SessionId(1)).unwrap());
        assert_eq!(hub.newest_received(ROOM), None);
        hub.join(inside.id, ROOM, Some(ChatMessageId(3))).unwrap();
        assert_eq!(hub.newest_received(ROOM), Some(Some(ChatMessageId(3))));
        hub.send_to_chat(ROOM, Some(ChatMessageId(4)), "hello");
        hub.send_to_chat(ROOM, None, "resolved");
        assert_eq!(hub.newest_received(ROOM), Some(Some(ChatMessageId(4))));
        assert_eq!(inside.orders.try_recv(), Ok(SocketOrder::Send("hello".to_owned())));
        assert_eq!(inside.orders.try_recv(), Ok(SocketOrder::Send("resolved".to_owned())));
        assert!(outside.orders.try_recv().is_err());
        hub.unregister(inside.id);
        assert_eq!((hub.newest_received(ROOM), hub.socket_count()), (None, 1));
    }

    #[test]
    fn a_socket_with_a_full_queue_is_closed_and_other_sockets_still_receive() {
        let hub = hub();
        let (slow, mut quick) =
            (hub.register(DRIVER, SessionId(1)).unwrap(), hub.register(UserId(3), SessionId(2)).unwrap());
        for place in [&slow, &quick] {
            hub.join(place.id, ROOM, None).unwrap();
        }
        for number in 0..=MAX_QUEUE {
            hub.send_to_chat(ROOM, None, &number.to_string());
            assert_eq!(quick.orders.try_recv(), Ok(SocketOrder::Send(number.to_string())));
        }
        assert_eq!(*slow.closing.borrow(), Some(Closing::TooSlow));
        assert_eq!((*quick.closing.borrow(), hub.socket_count()), (None, 1));
    }

    #[test]
    fn ending_a_session_closes_only_its_sockets_and_stopping_the_hub_closes_all() {
        let hub = hub();
        let (ended, other) =
            (hub.register(DRIVER, SessionId(1)).unwrap(), hub.register(DRIVER, SessionId(2)).unwrap());
        hub.end_session(SessionId(1));
        assert_eq!(*ended.closing.borrow(), Some(Closing::SessionEnded));
        assert_eq!(*other.closing.borrow(), None);
        hub.stop();
        assert_eq!(*other.closing.borrow(), Some(Closing::Stopping));
        assert_eq!(hub.register(DRIVER, SessionId(1)).err(), Some(HubRefusal::Stopping));
    }

    #[test]
    fn sockets_per_user_and_chats_per_socket_are_limited() {
        let hub = hub();
        let places: Vec<HubRegistration> =
            (0..MAX_SOCKETS_PER_USER).map(|_| hub.register(DRIVER, SessionId(1)).unwrap()).collect();
        assert_eq!(hub.register(DRIVER, SessionId(9)).err(), Some(HubRefusal::TooManySockets));
        assert!(hub.register(UserId(3), SessionId(2)).is_ok());
        let id = places[0].id;
        for room in 1..=20 {
            hub.join(id, InquiryId(room), None).unwrap();
        }
        assert_eq!(hub.join(id, InquiryId(21), None), Err(HubRefusal::TooManyRooms));
        assert_eq!(hub.join(id, InquiryId(20), None), Ok(()));
        assert_eq!(hub.joined_chats().len(), 20);
    }

    #[test]
    fn the_number_of_sockets_per_process_is_limited() {
        let hub = hub();
        let places: Vec<_> =
            (100..).take(MAX_SOCKETS).map(|n| hub.register(UserId(n), SessionId(1)).ok().unwrap()).collect();
        assert_eq!(hub.register(UserId(1), SessionId(2)).err(), Some(HubRefusal::AtCapacity));
        hub.unregister(places[0].id);
        assert!(hub.register(UserId(1), SessionId(2)).is_ok());
    }
}
