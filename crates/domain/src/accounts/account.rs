//! An account and its end: links in mails that do something once, and when an account may be closed.

use chrono::{DateTime, TimeDelta, Utc};

use crate::accounts::user::User;
use crate::shared::ids::{LinkId, UserId};
use crate::shared::words::stored_words;

/// What a link in a mail does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkPurpose {
    /// Lets the person who reads the account's mail choose a new password.
    PasswordReset,
    /// Shows that the new address is read by the account's owner.
    EmailChange,
}

stored_words!(LinkPurpose { PasswordReset => "password_reset", EmailChange => "email_change", });

/// A link in a mail; good for one use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountLink {
    /// Identifier.
    pub id: LinkId,
    /// Whose account.
    pub user_id: UserId,
    /// What it does.
    pub purpose: LinkPurpose,
    /// The address to change to.
    pub new_email: Option<String>,
    /// The address that was changed, once it is.
    pub old_email: Option<String>,
    /// Asked for at.
    pub created_at: DateTime<Utc>,
}

/// At most this many mails with a link for one account and purpose within [`LINKS_WINDOW`]: a mailbox cannot be flooded.
pub const MOST_LINKS: i64 = 5;
/// See [`MOST_LINKS`].
pub const LINKS_WINDOW: TimeDelta = TimeDelta::hours(1);
/// A mail that could not be sent for this long is not sent any more: the person has asked again, or gone.
const STALE: TimeDelta = TimeDelta::hours(2);

impl LinkPurpose {
    /// From the sending of the mail.
    pub fn life(self) -> TimeDelta {
        match self {
            Self::PasswordReset => TimeDelta::minutes(10),
            Self::EmailChange => TimeDelta::hours(24),
        }
    }
}

impl AccountLink {
    /// Whether its mail is still worth sending.
    pub fn is_worth_sending(&self, now: DateTime<Utc>) -> bool {
        now - self.created_at < STALE
    }
}

/// What prevents closing an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// User 1, or the only administrator left.
    NeededAdministrator,
    /// A payment was begun, or is being looked into; its confirmation number.
    OpenPayment(String),
    /// Money is on its way back; the payment's confirmation number.
    PendingRefund(String),
    /// The driver's bank asks about a payment or disputes it, and hasn't decided; the payment's confirmation number.
    OpenChargeback(String),
    /// Staff are checking a payment that a restored backup lost; its confirmation number.
    LostPayment(String),
    /// A lawyer is at work; the hire's confirmation number.
    HireAtWork(String),
}

impl std::fmt::Display for Obstacle {
    /// What it is, and what to do.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NeededAdministrator => {
                write!(f, "Lanewise needs this administrator. Give the role to somebody else first.")
            }
            Self::OpenPayment(number) => write!(
                f,
                "You have begun a payment ({number}). Finish it, or wait until it lapses (at most 24 hours), and try again."
            ),
            Self::PendingRefund(number) => write!(
                f,
                "A refund ({number}) is on its way to you. Please wait until it has arrived, and try again."
            ),
            Self::OpenChargeback(number) => write!(
                f,
                "Your bank is still looking into one of your payments ({number}). We need your account until the bank has decided, so that nothing you are owed gets lost. Please try again after that."
            ),
            Self::LostPayment(number) => write!(
                f,
                "We are still checking one of your payments ({number}). We need your account until that is done. Please try again in a day or two."
            ),
            Self::HireAtWork(number) => write!(
                f,
                "A lawyer is working for you ({number}). Cancel the hire under Legal help, or wait until the case is done."
            ),
        }
    }
}

/// The first administrator's id: it is never given to anybody else.
const FIRST_ADMINISTRATOR: UserId = UserId(1);

/// Whether an account may be closed: not while money or a lawyer is at work on its behalf, and never the last administrator's.
/// `obstacles` are those of the user's payments, chargebacks and hires, in this order; the first one is told.
pub fn may_close(
    user: &User,
    has_other_admins: bool,
    obstacles: impl IntoIterator<Item = Obstacle>,
) -> Result<(), Obstacle> {
    if user.id == FIRST_ADMINISTRATOR || (user.is_admin() && !has_other_admins) {
        return Err(Obstacle::NeededAdministrator);
    }
    obstacles.into_iter().next().map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta};
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(119, true)]
    #[case(120, false)]
    fn a_mail_is_not_sent_hours_late(#[case] minutes: i64, #[case] expected: bool) {
        let created_at = DateTime::UNIX_EPOCH;
        let link = AccountLink {
            id: LinkId(1),
            user_id: UserId(2),
            purpose: LinkPurpose::PasswordReset,
            new_email: None,
            old_email: None,
            created_at,
        };
        assert_eq!(link.is_worth_sending(created_at + TimeDelta::minutes(minutes)), expected);
    }

    #[test]
    fn each_obstacle_says_what_to_do_and_names_the_payment() {
        for obstacle in [
            Obstacle::OpenPayment("CONF-1".to_owned()),
            Obstacle::PendingRefund("CONF-1".to_owned()),
            Obstacle::OpenChargeback("CONF-1".to_owned()),
            Obstacle::LostPayment("CONF-1".to_owned()),
            Obstacle::HireAtWork("CONF-1".to_owned()),
        ] {
            assert!(obstacle.to_string().contains("(CONF-1)"), "{obstacle}");
        }
    }
}
