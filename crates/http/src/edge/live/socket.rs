//! The task of one WebSocket. Only this task waits for the socket's client.

use std::cell::Cell;
use std::io::ErrorKind;
use std::num::NonZeroU32;
use std::rc::Rc;
use std::time::Duration;

use actix_web::error::PayloadError;
use actix_web::web;
use actix_ws::{AggregatedMessage, AggregatedMessageStream, CloseReason, Closed, ProtocolError, Session};
use application::Error;
use application::access::{Activity, Actor, authenticate};
use chrono::{DateTime, Utc};
use domain::security::event::SecurityEventKind;
use domain::shared::desk::DeskRecord;
use domain::shared::ids::InquiryId;
use governor::{DefaultDirectRateLimiter, Quota};
use ports::shared::feed::{Announcement, RecordActivity};
use ports::store::{Store, with_store};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep, sleep_until, timeout};

use crate::edge::caller::Caller;
use crate::edge::limits::gate;
use crate::edge::live::hub::{ClientId, HubRefusal, HubRegistration};
use crate::edge::live::orders::{Closing, SocketOrder};
use crate::edge::live::wire::{self, ClientMessage};
use crate::edge::security_events::record_security_event;
use crate::edge::step_up;
use crate::state::State;

/// Number of bytes received since the last complete message.
pub type UnreadBytes = Rc<Cell<usize>>;

/// Number of frames that a client may send at once.
const BURST: NonZeroU32 = NonZeroU32::new(60).unwrap();
/// Time after which a client may send one more frame.
const REFILL: Duration = Duration::from_millis(500);
/// Number of error messages that a client gets, for example about invalid frames or forbidden chats. At the
/// next error, the socket is closed.
const MAX_ERRORS: u32 = 10;
/// Time that a client has to respond when the server closes the socket.
const GOODBYE: Duration = Duration::from_secs(1);
/// Delay after a session's expiry before the socket checks the session. Without the delay, the
/// check could find the session still valid.
const AFTER_EXPIRY: Duration = Duration::from_millis(50);
/// Delay before checking the session again when the database is down.
const ASK_AGAIN: Duration = Duration::from_secs(5);

/// The state of a socket's task. `session` sends frames to the client.
pub struct Socket {
    state: State,
    caller: Caller,
    actor: Actor,
    session: Session,
    limiter: Option<DefaultDirectRateLimiter>,
    errors: u32,
    /// The record that the client has open, if any.
    open_record: Option<DeskRecord>,
}

/// Why the socket is no longer served: the reason for closing it, or `None` if the client is gone.
type LoopEnd = Option<Closing>;

impl Socket {
    /// Creates the state of a socket's task. `session` sends frames to the client.
    pub fn new(state: State, caller: Caller, actor: Actor, session: Session) -> Self {
        let quota = Quota::with_period(REFILL).map(|quota| quota.allow_burst(BURST));
        let limiter = quota.map(DefaultDirectRateLimiter::direct);
        Self { state, caller, actor, session, limiter, errors: 0, open_record: None }
    }

    /// Serves the socket until one side closes the connection. `registration` is the socket's
    /// entry in the hub.
    pub async fn run(
        mut self,
        mut registration: HubRegistration,
        mut stream: AggregatedMessageStream,
        unread: UnreadBytes,
    ) {
        let ended = self.exchange_frames(&mut registration, &mut stream, &unread).await;
        self.state.hub.unregister(registration.id);
        if let Some(record) = self.open_record {
            self.announce_closed_record(record).await;
        }
        let Some(why) = ended else { return };
        let (code, reason) = why.code();
        let reason = CloseReason { code, description: Some(reason.to_owned()) };
        // If the client accepts no data, a close frame can't be sent.
        if timeout(GOODBYE, self.session.close(Some(reason))).await.is_ok() {
            // If a connection is closed with unread input, the client may never receive the close frame. So
            // the input is read until the client closes the connection, at most for `GOODBYE`.
            let _until_its_own = timeout(GOODBYE, async {
                while let Some(received) = stream.recv().await {
                    if received.is_err() {
                        sleep(GOODBYE).await;
                    }
                }
            })
            .await;
        }
    }

    /// Exchanges frames with the client until the connection must be closed. Returns why.
    /// `registration` is the socket's entry in the hub.
    async fn exchange_frames(
        &mut self,
        registration: &mut HubRegistration,
        stream: &mut AggregatedMessageStream,
        unread: &UnreadBytes,
    ) -> LoopEnd {
        let timings = self.state.hub.timings();
        let mut ping = interval_at(Instant::now() + timings.ping_every, timings.ping_every);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard_at = Instant::now();
        let mut check_at = self.expiry();
        loop {
            let sent = tokio::select! {
                biased;
                why = wait_for_closing(&mut registration.closing) => return Some(why),
                () = sleep_until(check_at) => match self.check_session().await {
                    Ok(next) => { check_at = next; Ok(()) }
                    Err(why) => return Some(why),
                },
                _ = ping.tick() => {
                    if heard_at.elapsed() > timings.silent_after {
                        return None;
                    }
                    self.send(&mut registration.closing, OutgoingFrame::Ping).await
                }
                order = registration.orders.recv() => match order {
                    Some(SocketOrder::Send(text)) => self.send(&mut registration.closing, OutgoingFrame::Text(text)).await,
                    Some(SocketOrder::CheckSession) => { check_at = Instant::now(); Ok(()) }
                    Some(SocketOrder::CheckBlock) if self.is_blocked() => return Some(Closing::SessionEnded),
                    Some(SocketOrder::CheckBlock) => Ok(()),
                    // The hub has removed this socket. The reason is sent on the `closing` channel.
                    None => return Some(wait_for_closing(&mut registration.closing).await),
                },
                received = stream.recv() => {
                    heard_at = Instant::now();
                    unread.set(0);
                    match self.handle_frame(registration.id, received).await {
                        Ok(Some(answer)) => self.send(&mut registration.closing, answer).await,
                        Ok(None) => Ok(()),
                        Err(ended) => return ended,
                    }
                }
            };
            if let Err(ended) = sent {
                return ended;
            }
        }
    }

    /// Handles a received frame; `None` means that the client has closed the connection. Returns the frame to
    /// send back, if any. Fails if the socket must be closed.
    async fn handle_frame(
        &mut self,
        id: ClientId,
        received: Option<Result<AggregatedMessage, ProtocolError>>,
    ) -> Result<Option<OutgoingFrame>, LoopEnd> {
        if self.limiter.as_ref().is_some_and(|limiter| limiter.check().is_err()) {
            return Err(Some(Closing::Misbehaved));
        }
        match received {
            Some(Ok(AggregatedMessage::Text(text))) => match wire::parse_message(&text) {
                ClientMessage::JoinChat(inquiry) => self.join(id, inquiry).await,
                ClientMessage::SubscribeToDesk => self.subscribe_to_desk(id).await,
                ClientMessage::AtRecord { record, is_typing } => {
                    self.announce_open_record(id, record, is_typing).await
                }
                ClientMessage::Unknown => {
                    self.report_error("unknown_type", "Lanewise doesn’t know this message type.", None)
                }
                ClientMessage::Invalid => self.report_error("unreadable", "The message can’t be read.", None),
            },
            Some(Ok(AggregatedMessage::Ping(bytes))) => Ok(Some(OutgoingFrame::Pong(bytes))),
            Some(Ok(AggregatedMessage::Pong(_))) => Ok(None),
            Some(Ok(AggregatedMessage::Binary(_))) => Err(Some(Closing::NotText)),
            Some(Err(ProtocolError::Overflow)) => Err(Some(Closing::TooLarge)),
            Some(Err(ProtocolError::Io(error))) => Err(closing_for_read_error(&error)),
            Some(Err(_)) => Err(Some(Closing::Malformed)),
            Some(Ok(AggregatedMessage::Close(_))) | None => Err(None),
        }
    }

    /// Subscribes the client to a chat. Returns the frame to send back. Fails if the socket must be closed.
    async fn join(&mut self, id: ClientId, inquiry: InquiryId) -> Result<Option<OutgoingFrame>, LoopEnd> {
        let chat = self.state.chat;
        let newest = self.run_as_user(move |store, actor| (chat.join)(store, actor, inquiry)).await;
        match newest {
            Ok(newest) => match self.state.hub.join(id, inquiry, newest) {
                Ok(()) => Ok(Some(OutgoingFrame::Text((chat.joined_message)(inquiry)))),
                Err(
                    HubRefusal::TooManyRooms
                    | HubRefusal::TooManySockets
                    | HubRefusal::AtCapacity
                    | HubRefusal::Stopping,
                ) => self.report_error(
                    "too_many_chats",
                    "This connection has too many chats open.",
                    Some(inquiry),
                ),
            },
            Err(Error::Unauthenticated) => Err(Some(Closing::SessionEnded)),
            Err(Error::NotFound) => {
                if self.errors == 0 {
                    self.record_refusal().await;
                }
                self.report_error("not_found", "We couldn’t find this.", Some(inquiry))
            }
            Err(error) => {
                tracing::warn!(%error, "could not join a chat");
                self.report_error("unavailable", "Please try again.", Some(inquiry))
            }
        }
    }

    /// Subscribes a staff member to changes of records. Returns the frame to send back, which is an error for
    /// other users. Fails if the socket must be closed.
    async fn subscribe_to_desk(&mut self, id: ClientId) -> Result<Option<OutgoingFrame>, LoopEnd> {
        let (state, caller) = (self.state.clone(), self.caller.clone());
        let allowed = self.run_as_user(move |store, actor| {
            actor.must_be_admin()?;
            step_up::check_step_up(&state.deps, store, &caller, actor)
        });
        match allowed.await {
            Ok(()) => {
                self.state.hub.subscribe_to_desk(id);
                Ok(Some(OutgoingFrame::Text(wire::desk_followed_message())))
            }
            Err(Error::Unauthenticated) => Err(Some(Closing::SessionEnded)),
            Err(Error::Forbidden | Error::SecondFactorNeeded) => {
                if self.errors == 0 {
                    self.record_refusal().await;
                }
                self.report_error("forbidden", "This is for staff.", None)
            }
            Err(error) => {
                tracing::warn!(%error, "could not subscribe to the desk");
                self.report_error("unavailable", "Please try again.", None)
            }
        }
    }

    /// Notifies other staff members of the record that this client has open; `record` is `None` if
    /// it has no record open. A client that isn't subscribed to changed records gets an error.
    async fn announce_open_record(
        &mut self,
        id: ClientId,
        record: Option<DeskRecord>,
        is_typing: bool,
    ) -> Result<Option<OutgoingFrame>, LoopEnd> {
        if !self.state.hub.is_subscribed_to_desk(id) {
            return self.report_error("forbidden", "This is for staff.", None);
        }
        let before = self.state.hub.open_record(id, record);
        self.open_record = record;
        let who = self.actor.id();
        let announcement = match (record, before) {
            (Some(at), before) => {
                let activity = match (is_typing, before == record) {
                    (true, _) => RecordActivity::Typing,
                    (false, true) => RecordActivity::Staying,
                    (false, false) => RecordActivity::Opening,
                };
                Announcement::AtRecord { who, at, activity }
            }
            (None, Some(at)) => Announcement::LeftRecord { who, at },
            (None, None) => return Ok(None),
        };
        let announced = self.run_as_user(move |store, _| Ok(store.announce(announcement)?));
        match announced.await {
            Ok(()) => Ok(None),
            Err(Error::Unauthenticated) => Err(Some(Closing::SessionEnded)),
            Err(error) => {
                tracing::warn!(%error, "could not announce who has a record open");
                Ok(None)
            }
        }
    }

    /// Notifies other staff members that this client no longer has the record open. Works even if
    /// the session has ended.
    async fn announce_closed_record(&self, record: DeskRecord) {
        let (state, who) = (self.state.clone(), self.actor.id());
        let _announced = web::block(move || {
            with_store(&*state.deps.database, |store| {
                store.announce(Announcement::LeftRecord { who, at: record })
            })
        })
        .await;
    }

    /// Counts an error of the client, and returns the frame that reports it. `inquiry` is the chat that the
    /// error is about, if any. After too many errors, fails so that the socket is closed.
    fn report_error(
        &mut self,
        code: &str,
        message: &str,
        inquiry: Option<InquiryId>,
    ) -> Result<Option<OutgoingFrame>, LoopEnd> {
        self.errors += 1;
        if self.errors > MAX_ERRORS {
            return Err(Some(Closing::Misbehaved));
        }
        Ok(Some(OutgoingFrame::Text(wire::error_message(code, message, inquiry))))
    }

    /// Records a security event about a refused chat or subscription.
    async fn record_refusal(&self) {
        let (state, caller, who) = (self.state.clone(), self.caller.clone(), self.actor.id());
        let _recorded = web::block(move || {
            record_security_event(&state, SecurityEventKind::ForbiddenAccess, &caller, Some(who));
        })
        .await;
    }

    /// Whether the client's IP address is blocked. The check uses only memory.
    fn is_blocked(&self) -> bool {
        gate::is_blocked(&self.state, &self.caller.origin.address)
    }

    /// Checks that the address isn't blocked and that the session is valid, without renewing the session.
    /// Returns when the next check is due, or the reason for closing the socket.
    async fn check_session(&mut self) -> Result<Instant, Closing> {
        if self.is_blocked() {
            return Err(Closing::SessionEnded);
        }
        match self.run_as_user(|_, actor| Ok(actor.clone())).await {
            Ok(actor) => {
                self.actor = actor;
                Ok(self.expiry())
            }
            Err(Error::Unauthenticated) => Err(Closing::SessionEnded),
            Err(error) => {
                tracing::warn!(%error, "could not check the session of a socket");
                Ok(Instant::now() + ASK_AGAIN)
            }
        }
    }

    /// Returns when the session must be checked next: shortly after it expires.
    fn expiry(&self) -> Instant {
        let now: DateTime<Utc> = self.state.deps.clock.now();
        let remaining = (self.actor.session.expires_at - now).to_std().unwrap_or_default();
        Instant::now() + remaining + AFTER_EXPIRY
    }

    /// Re-authenticates the session's user, and then runs a query as this user.
    async fn run_as_user<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Store, &Actor) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let (state, caller) = (self.state.clone(), self.caller.clone());
        let result = web::block(move || {
            let deps = &state.deps;
            with_store(&*deps.database, |store| {
                let hash = deps.tokens.hash(caller.token.as_deref().ok_or(Error::Unauthenticated)?);
                let (now, address) = (deps.clock.now(), &caller.origin.address);
                let actor = authenticate(
                    store,
                    &deps.sessions,
                    &deps.last_uses,
                    now,
                    &hash,
                    Activity::Poll,
                    address,
                )?;
                work(store, &actor)
            })
        });
        result.await.unwrap_or_else(|_| Err(Error::defect("a query for a socket panicked")))
    }

    /// Sends a frame. Fails if the client accepts no data in time, or if `closed` gets a reason
    /// for closing the socket.
    async fn send(
        &mut self,
        closed: &mut watch::Receiver<Option<Closing>>,
        frame: OutgoingFrame,
    ) -> Result<(), LoopEnd> {
        let within = self.state.hub.timings().send_within;
        let sending = async {
            match frame {
                OutgoingFrame::Text(text) => self.session.text(text).await,
                OutgoingFrame::Ping => self.session.ping(b"").await,
                OutgoingFrame::Pong(bytes) => self.session.pong(&bytes).await,
            }
        };
        tokio::select! {
            biased;
            why = wait_for_closing(closed) => Err(Some(why)),
            sent = timeout(within, sending) => match sent {
                Ok(Ok(())) => Ok(()),
                Ok(Err(Closed)) => Err(None),
                Err(_) => Err(Some(Closing::TooSlow)),
            },
        }
    }
}

/// Returns the reason for closing a socket whose stream can't be read: invalid UTF-8,
/// too many frames in a message, or too many bytes without a complete message. `None` if
/// the connection was lost.
fn closing_for_read_error(error: &std::io::Error) -> LoopEnd {
    match error.get_ref() {
        Some(source) if source.is::<PayloadError>() => {
            let overflow = matches!(source.downcast_ref(), Some(PayloadError::Overflow));
            overflow.then_some(Closing::TooLarge)
        }
        _ if error.kind() == ErrorKind::InvalidData => Some(Closing::Malformed),
        _ => Some(Closing::TooLarge),
    }
}

/// A frame to send.
enum OutgoingFrame {
    Text(String),
    Ping,
    Pong(web::Bytes),
}

/// Waits until the hub gives a reason for closing the socket. If the hub has been dropped, the server is stopping.
async fn wait_for_closing(receiver: &mut watch::Receiver<Option<Closing>>) -> Closing {
    match receiver.wait_for(Option::is_some).await {
        Ok(why) => why.unwrap_or(Closing::Stopping),
        Err(_) => Closing::Stopping,
    }
}
