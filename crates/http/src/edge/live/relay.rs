//! Passes notifications from all server processes to this process's sockets, blocked addresses and session cache. The
//! relay has its own thread, which is the only one that reads chat messages for sockets.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use application::Deps;
use domain::shared::desk::{DeskKind, DeskRecord};
use domain::shared::ids::UserId;
use ports::shared::feed::{Announcement, AnnouncementFeed, FeedEvent};

use crate::edge::limits::blocks::Blocks;
use crate::edge::live::chat::ChatFunctions;
use crate::edge::live::hub::Hub;
use crate::edge::live::wire;
use crate::edge::session_cache::SessionCache;

/// Maximum wait for notifications. The thread then checks whether the server is stopping, and retries failed reads.
const LISTEN_FOR: Duration = Duration::from_millis(200);
/// Maximum number of changed records that one notification lists. If more have changed, clients must reload everything.
const MAX_NOTIFIED: usize = 50;

/// Records that changed since clients were last notified.
#[derive(Default)]
struct DeskChanges {
    changes: BTreeMap<DeskRecord, Option<UserId>>,
    /// Whether clients must reload everything.
    is_all: bool,
}

impl DeskChanges {
    /// Adds a changed record, and the staff member who changed it, if known. If the record was added before,
    /// `None` doesn't replace the staff member.
    fn add(&mut self, record: DeskRecord, changed_by: Option<UserId>) {
        let known = self.changes.entry(record).or_insert(changed_by);
        *known = changed_by.or(*known);
    }

    /// Notifies the clients that get messages about changed records. If too many records have changed, makes
    /// the clients reload everything.
    fn send_to(self, hub: &Hub) {
        if self.is_all || self.changes.len() > MAX_NOTIFIED {
            hub.notify_desk_subscribers(&wire::desk_changed_message(&[]));
        } else if !self.changes.is_empty() {
            let changes: Vec<_> = self.changes.into_iter().collect();
            hub.notify_desk_subscribers(&wire::desk_changed_message(&changes));
        }
    }
}

/// Receives notifications from `feed` until the hub stops. Passes the notifications on to sockets,
/// and updates the blocks and the session cache.
pub fn relay(
    deps: &Deps,
    hub: &Hub,
    chat: ChatFunctions,
    blocks: &Blocks,
    sessions: &SessionCache,
    feed: &mut dyn AnnouncementFeed,
) {
    let mut stale = BTreeSet::new();
    let mut are_blocks_stale = false;
    while !hub.is_stopping() {
        let mut desk_changes = DeskChanges::default();
        for event in feed.receive(LISTEN_FOR) {
            match event {
                FeedEvent::Received(Announcement::NewMessage(inquiry)) => {
                    desk_changes.add(DeskRecord { kind: DeskKind::Inquiry, id: inquiry.0 }, None);
                    stale.insert(inquiry);
                }
                FeedEvent::Received(Announcement::Resolved(inquiry)) => {
                    hub.send_to_chat(inquiry, None, &(chat.resolved_message)(inquiry))
                }
                FeedEvent::Received(Announcement::SessionEnded(session)) => {
                    sessions.forget_session(session);
                    hub.end_session(session);
                }
                FeedEvent::Received(Announcement::AccountChanged(user)) => sessions.forget_account(user),
                FeedEvent::Received(Announcement::BlocksChanged) => are_blocks_stale = true,
                FeedEvent::Received(Announcement::DeskChanged { record, by }) => {
                    if record.kind == DeskKind::User {
                        sessions.forget_account(UserId(record.id));
                    }
                    desk_changes.add(record, by);
                }
                FeedEvent::Received(Announcement::AtRecord { who, at, activity }) => {
                    hub.update_presence(who, at, activity, Instant::now())
                }
                FeedEvent::Received(Announcement::LeftRecord { who, at }) => hub.end_presence(who, at),
                FeedEvent::Lost => {
                    metrics::counter!("feed_lost_total").increment(1);
                    metrics::gauge!("feed_connected").set(0.0);
                    sessions.mark_disconnected();
                }
                FeedEvent::Gap => {
                    metrics::gauge!("feed_connected").set(1.0);
                    sessions.mark_connected();
                    are_blocks_stale = true;
                    desk_changes.is_all = true;
                    stale.extend(hub.joined_chats());
                    hub.check_sessions();
                }
            }
        }
        desk_changes.send_to(hub);
        hub.expire_presence(Instant::now());
        if are_blocks_stale {
            match blocks.reload(deps) {
                Ok(()) => {
                    are_blocks_stale = false;
                    hub.check_blocks();
                }
                Err(error) => {
                    tracing::warn!(%error, "could not read the blocked addresses; will retry")
                }
            }
        }
        stale.retain(|inquiry| match (chat.send_missed_messages)(deps, hub, *inquiry) {
            Ok(()) => false,
            Err(error) => {
                tracing::warn!(%error, "could not read new messages; will retry");
                true
            }
        });
    }
}
