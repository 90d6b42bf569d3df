//! Security events (docs/PRODUCT.md#security-events).

use crate::shared::words::stored_words;

/// How bad an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing.
    Low,
    /// Worth a look.
    Medium,
    /// Worth a look today.
    High,
    /// Worth a look now.
    Critical,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SecurityEventKind {
    /// A right password.
    LoginSucceeded,
    /// A wrong password or an unknown e-mail.
    LoginFailed,
    /// A wrong password where a logged-in user has to give it once more.
    PasswordRefused,
    /// A mail's link that is not valid, or not any more.
    LinkRefused,
    /// A call that the caller may not make (403).
    ForbiddenAccess,
    /// A state-changing call from another site.
    CrossSiteWrite,
    /// A webhook whose signature does not hold.
    BadWebhookSignature,
    /// Too many calls (429).
    RateLimited,
    /// Staff read what is kept sealed.
    Reveal,
    /// A call from an address that is blocked.
    BlockedRequest,
    /// An address was blocked, by its failed logins or by staff.
    AddressBlocked,
    /// Staff ended a block.
    AddressUnblocked,
    /// So many logins failed on one account that strangers have to wait.
    AccountLocked,
    /// Cards were declined so often that stolen ones may be tried.
    CardsDeclined,
    /// Staff changed something; the audit trail says what.
    AdminChange,
    /// A right password, but a wrong code of the second factor.
    SecondFactorRefused,
    /// A recovery code in place of the second factor's code.
    RecoveryCodeUsed,
}

stored_words!(SecurityEventKind {
    LoginSucceeded => "login_succeeded",
    LoginFailed => "login_failed",
    PasswordRefused => "password_refused",
    LinkRefused => "link_refused",
    ForbiddenAccess => "forbidden_access",
    CrossSiteWrite => "cross_site_write",
    BadWebhookSignature => "bad_webhook_signature",
    RateLimited => "rate_limited",
    BlockedRequest => "blocked_request",
    AddressBlocked => "address_blocked",
    AddressUnblocked => "address_unblocked",
    AccountLocked => "account_locked",
    CardsDeclined => "cards_declined",
    Reveal => "reveal",
    AdminChange => "admin_change",
    SecondFactorRefused => "second_factor_refused",
    RecoveryCodeUsed => "recovery_code_used",
});

// The worst first.
stored_words!(Severity { Critical => "critical", High => "high", Medium => "medium", Low => "low", });

impl SecurityEventKind {
    /// How bad this kind is.
    pub fn severity(self) -> Severity {
        match self {
            Self::LoginSucceeded | Self::AdminChange | Self::AddressUnblocked => Severity::Low,
            Self::LoginFailed
            | Self::PasswordRefused
            | Self::LinkRefused
            | Self::ForbiddenAccess
            | Self::RateLimited
            | Self::Reveal
            | Self::BlockedRequest
            | Self::SecondFactorRefused
            | Self::RecoveryCodeUsed => Severity::Medium,
            Self::CrossSiteWrite | Self::AddressBlocked | Self::CardsDeclined => Severity::High,
            // Somebody forges payments, or is at work on one account from many places.
            Self::BadWebhookSignature | Self::AccountLocked => Severity::Critical,
        }
    }
}
