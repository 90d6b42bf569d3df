//! Single-use email links for an account, and the conditions for closing an account.

use chrono::{DateTime, TimeDelta, Utc};

use crate::accounts::user::User;
use crate::shared::ids::{LinkId, UserId};
use crate::shared::stored_words::stored_words;

/// Whether an emailed link is for a new password or for a new email address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkPurpose {
    /// Lets the account's user choose a new password.
    PasswordReset,
    /// Confirms that the account's owner receives email at the new address.
    EmailChange,
}

stored_words!(LinkPurpose { PasswordReset => "password_reset", EmailChange => "email_change", });

/// A single-use link that is emailed to a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountLink {
    /// Id of the link.
    pub id: LinkId,
    /// The account that the link is for.
    pub user_id: UserId,
    /// Whether the link is for a new password or for a new email address.
    pub purpose: LinkPurpose,
    /// The new email address; `None` if the link isn't for an email change.
    pub new_email: Option<String>,
    /// The account's email address before the change; `None` until the user has confirmed an email change.
    pub old_email: Option<String>,
    /// When the user requested the link.
    pub created_at: DateTime<Utc>,
}

/// Maximum number of links that Lanewise emails per account and purpose within [`LINKS_WINDOW`], so that an
/// attacker can't flood a mailbox.
pub const MAX_LINKS: i64 = 5;
/// Period to which [`MAX_LINKS`] applies.
pub const LINKS_WINDOW: TimeDelta = TimeDelta::hours(1);
/// Age from which a requested link is no longer emailed. By then the user has probably requested another link or left.
const STALE: TimeDelta = TimeDelta::hours(2);

impl LinkPurpose {
    /// How long the link is valid after its email was sent.
    pub fn lifetime(self) -> TimeDelta {
        match self {
            Self::PasswordReset => TimeDelta::minutes(10),
            Self::EmailChange => TimeDelta::hours(24),
        }
    }
}

impl AccountLink {
    /// Whether the user requested the link recently enough that its email should still be sent.
    pub fn is_worth_sending(&self, now: DateTime<Utc>) -> bool {
        now - self.created_at < STALE
    }
}

/// A reason why an account can't be closed yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClosingObstacle {
    /// The account is the first administrator's (user 1), or the only administrator's.
    NeededAdministrator,
    /// A payment is open, or the provider is checking it. The string is the payment's confirmation number.
    OpenPayment(String),
    /// A refund is due or in progress. The string is the payment's confirmation number.
    PendingRefund(String),
    /// A bank's inquiry or chargeback is undecided. The string is the payment's confirmation number.
    OpenChargeback(String),
    /// A payment was lost when a backup was restored, and staff are checking it. The string is
    /// the payment's confirmation number.
    LostPayment(String),
    /// A hire has an open case. The string is the hire's confirmation number.
    HireAtWork(String),
}

impl std::fmt::Display for ClosingObstacle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NeededAdministrator => {
                write!(f, "Lanewise needs this administrator. Make another person an administrator first.")
            }
            Self::OpenPayment(number) => write!(
                f,
                "You started a payment ({number}). Finish it, or wait until it expires (at most 24 hours), and try again."
            ),
            Self::PendingRefund(number) => write!(
                f,
                "A refund ({number}) is on its way to you. Please wait until it arrives, and try again."
            ),
            Self::OpenChargeback(number) => write!(
                f,
                "Your bank is still reviewing one of your payments ({number}). We need your account until the bank decides, so that we can send you any money you are owed. Please try again after that."
            ),
            Self::LostPayment(number) => write!(
                f,
                "We are still checking one of your payments ({number}). We need your account until that is done. Please try again in a day or two."
            ),
            Self::HireAtWork(number) => write!(
                f,
                "A lawyer is working for you ({number}). Cancel or end the case under Legal help, or wait until it is closed."
            ),
        }
    }
}

/// Id of the first administrator, whose account can never be closed.
const FIRST_ADMINISTRATOR: UserId = UserId(1);

/// Checks that an account may be closed. `obstacles` come from the user's payments, refunds, chargebacks and hires.
///
/// # Errors
/// Returns one reason why the account can't be closed.
pub fn may_close(
    user: &User,
    has_other_admins: bool,
    obstacles: impl IntoIterator<Item = ClosingObstacle>,
) -> Result<(), ClosingObstacle> {
    if user.id == FIRST_ADMINISTRATOR || (user.is_admin() && !has_other_admins) {
        return Err(ClosingObstacle::NeededAdministrator);
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
    fn a_link_is_emailed_only_within_two_hours_of_its_request(#[case] minutes: i64, #[case] expected: bool) {
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
    fn an_obstacle_to_closing_an_account_names_the_confirmation_number_of_the_payment_or_hire() {
        for obstacle in [
            ClosingObstacle::OpenPayment("CONF-1".to_owned()),
            ClosingObstacle::PendingRefund("CONF-1".to_owned()),
            ClosingObstacle::OpenChargeback("CONF-1".to_owned()),
            ClosingObstacle::LostPayment("CONF-1".to_owned()),
            ClosingObstacle::HireAtWork("CONF-1".to_owned()),
        ] {
            assert!(obstacle.to_string().contains("(CONF-1)"), "{obstacle}");
        }
    }
}
