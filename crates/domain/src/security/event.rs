//! Security events (docs/product/security.md#security-events).

use crate::shared::stored_words::stored_words;

/// Severity of a security event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The event is information only. Staff don't have to do anything.
    Low,
    /// Staff should check the event.
    Medium,
    /// Staff should check the event today.
    High,
    /// Staff should check the event now.
    Critical,
}

/// What happened in a security event. The kind determines its severity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SecurityEventKind {
    /// A login with the correct password.
    LoginSucceeded,
    /// A login with an invalid password or an unknown email address.
    LoginFailed,
    /// An invalid password from a logged-in user who had to re-enter the password.
    PasswordRefused,
    /// A request with an emailed link that is invalid or expired.
    LinkRefused,
    /// A request that the caller isn't allowed to make (403).
    ForbiddenAccess,
    /// A state-changing request from another site.
    CrossSiteWrite,
    /// A webhook request with an invalid signature.
    BadWebhookSignature,
    /// Too many requests (429).
    RateLimited,
    /// Staff read an encrypted value.
    Reveal,
    /// A request from a blocked IP address.
    BlockedRequest,
    /// An IP address was blocked, because of failed logins or by staff.
    AddressBlocked,
    /// Staff ended a block.
    AddressUnblocked,
    /// Too many failed logins to an account. Logins from addresses that its user hasn't used before must now wait.
    AccountLocked,
    /// Cards were declined so often that an attacker may be testing stolen cards.
    CardsDeclined,
    /// An action that the audit trail records, such as a change or the opening of a driver's file. Most of these
    /// actions are by staff.
    AdminChange,
    /// A correct password with an invalid second-factor code.
    SecondFactorRefused,
    /// A recovery code was used in place of a second-factor code.
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

// Severities in the order from most to least severe.
stored_words!(Severity { Critical => "critical", High => "high", Medium => "medium", Low => "low", });

impl SecurityEventKind {
    /// Severity of this kind of event.
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
            // An attacker may be forging payments, or attacking one account from many addresses.
            Self::BadWebhookSignature | Self::AccountLocked => Severity::Critical,
        }
    }
}
