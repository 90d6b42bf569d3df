//! Limits for messages to an email address or phone number that no user has confirmed
//! (docs/product/notices.md#unconfirmed-addresses).
//!
//! Anyone can enter a stranger's address and try to flood the stranger's inbox from many accounts. The limits
//! therefore count messages by recipient, not by account or kind of message.

use chrono::TimeDelta;

use crate::notices::notice::Channel;

/// Maximum number of messages to one unconfirmed address or number in an [`HOUR`].
pub const MAX_PER_HOUR: i64 = 5;
/// Maximum number of messages to one unconfirmed address or number in a [`DAY`].
pub const MAX_PER_DAY: i64 = 20;
/// Maximum number of texts to all unconfirmed numbers together in an [`HOUR`], because the provider bills each text.
pub const MAX_TEXTS_PER_HOUR: i64 = 200;
/// Period in which Lanewise sends at most [`MAX_PER_HOUR`] messages to an unconfirmed recipient.
pub const HOUR: TimeDelta = TimeDelta::hours(1);
/// Period in which Lanewise sends at most [`MAX_PER_DAY`] messages to an unconfirmed recipient.
pub const DAY: TimeDelta = TimeDelta::days(1);

/// Numbers of messages that Lanewise recently sent to one unconfirmed recipient, and of texts to all such recipients.
/// The messages of all accounts count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnconfirmedSendCounts {
    /// Messages to the recipient in the last [`HOUR`].
    pub last_hour: i64,
    /// Messages to the recipient in the last [`DAY`].
    pub last_day: i64,
    /// Texts to all unconfirmed numbers in the last [`HOUR`].
    pub texts_last_hour: i64,
}

impl UnconfirmedSendCounts {
    /// Whether the limits allow another message to the recipient on this channel.
    #[must_use]
    pub const fn allows_another(&self, channel: Channel) -> bool {
        let is_channel_open = match channel {
            Channel::Mail => true,
            Channel::Text => self.texts_last_hour < MAX_TEXTS_PER_HOUR,
        };
        is_channel_open && self.last_hour < MAX_PER_HOUR && self.last_day < MAX_PER_DAY
    }
}

/// Domains of Gmail, which ignores dots before the `@`. Addresses with the same name at either domain
/// reach the same mailbox.
const GMAIL: [&str; 2] = ["gmail.com", "googlemail.com"];

/// Returns the mailbox that an email address most likely reaches, for counting: in lower case, without a tag
/// (`+tag`), and without dots at Gmail. If another provider delivers these addresses to different people, the
/// people share one limit.
#[must_use]
pub fn mailbox(address: &str) -> String {
    let address = address.trim().to_ascii_lowercase();
    let Some((local, domain)) = address.rsplit_once('@') else { return address };
    let local = local.split_once('+').map_or(local, |(name, _)| if name.is_empty() { local } else { name });
    if GMAIL.contains(&domain) {
        let [gmail, _] = GMAIL;
        return format!("{}@{gmail}", local.replace('.', ""));
    }
    format!("{local}@{domain}")
}
