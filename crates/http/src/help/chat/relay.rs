//! From what was announced to those who listen here, and to the copy of the blocked addresses. Runs on a thread of its own; it alone reads messages for sockets.

use std::collections::BTreeSet;
use std::time::Duration;

use application::Deps;
use domain::shared::ids::{ChatMessageId, InquiryId};
use ports::shared::feed::{Announcement, Feed, Heard};
use ports::shared::paging::Page;
use ports::shared::store_error::StoreResult;
use ports::store::with_store;

use crate::edge::limits::blocks::Blocks;
use crate::help::chat::hub::Hub;
use crate::help::chat::wire;

/// A stop is noticed after this long at the latest; a failed read is tried again then.
const LISTEN_FOR: Duration = Duration::from_millis(200);
/// Messages read at once.
const SLICE: i64 = 200;

/// Relays until the hub stops.
pub fn relay(deps: &Deps, hub: &Hub, blocks: &Blocks, feed: &mut dyn Feed) {
    let mut stale = BTreeSet::new();
    let mut are_blocks_stale = false;
    while !hub.is_stopping() {
        for heard in feed.hear(LISTEN_FOR) {
            match heard {
                Heard::Announced(Announcement::NewMessage(inquiry)) => {
                    stale.insert(inquiry);
                }
                Heard::Announced(Announcement::Resolved(inquiry)) => {
                    hub.tell(inquiry, None, &wire::resolved(inquiry))
                }
                Heard::Announced(Announcement::SessionEnded(session)) => hub.end_session(session),
                Heard::Announced(Announcement::BlocksChanged) => are_blocks_stale = true,
                Heard::Gap => {
                    are_blocks_stale = true;
                    stale.extend(hub.rooms());
                    hub.check_sessions();
                }
            }
        }
        if are_blocks_stale {
            match blocks.reload(deps) {
                Ok(()) => {
                    are_blocks_stale = false;
                    // Those of a blocked address end.
                    hub.check_sessions();
                }
                Err(error) => {
                    tracing::warn!(%error, "the blocked addresses could not be read; it will be tried again")
                }
            }
        }
        stale.retain(|inquiry| match tell_the_rest(deps, hub, *inquiry) {
            Ok(()) => false,
            Err(error) => {
                tracing::warn!(%error, "new messages could not be read; it will be tried again");
                true
            }
        });
    }
}

/// Tells a chat's listeners everything after what they were told, in order.
fn tell_the_rest(deps: &Deps, hub: &Hub, inquiry: InquiryId) -> StoreResult<()> {
    let Some(told) = hub.told(inquiry) else { return Ok(()) };
    let messages = with_store(&*deps.database, |store| {
        let after = Some(told.unwrap_or(ChatMessageId(0)));
        let mut found = store.chat_messages(inquiry, after, Page { limit: SLICE, offset: 0 })?;
        let mut offset = SLICE;
        while offset < found.total {
            found.items.extend(store.chat_messages(inquiry, after, Page { limit: SLICE, offset })?.items);
            offset += SLICE;
        }
        Ok::<_, ports::shared::store_error::StoreError>(found.items)
    })?;
    // Newest first, and a slice may repeat what moved on while another was read.
    let in_order: std::collections::BTreeMap<_, _> =
        messages.into_iter().map(|message| (message.id, message)).collect();
    for (id, message) in in_order {
        hub.tell(inquiry, Some(id), &wire::new_message(message));
    }
    Ok(())
}
