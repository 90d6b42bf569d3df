//! Security events (docs/PRODUCT.md#security-events).

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
    /// Staff changed something; the audit trail says what.
    AdminChange,
    /// A right password, but a wrong code of the second factor.
    SecondFactorRefused,
    /// A recovery code in place of the second factor's code.
    RecoveryCodeUsed,
}

/// Every kind.
pub const KINDS: &[SecurityEventKind] = &[
    SecurityEventKind::LoginSucceeded,
    SecurityEventKind::LoginFailed,
    SecurityEventKind::PasswordRefused,
    SecurityEventKind::LinkRefused,
    SecurityEventKind::ForbiddenAccess,
    SecurityEventKind::CrossSiteWrite,
    SecurityEventKind::BadWebhookSignature,
    SecurityEventKind::RateLimited,
    SecurityEventKind::BlockedRequest,
    SecurityEventKind::AddressBlocked,
    SecurityEventKind::AddressUnblocked,
    SecurityEventKind::AccountLocked,
    SecurityEventKind::Reveal,
    SecurityEventKind::AdminChange,
    SecurityEventKind::SecondFactorRefused,
    SecurityEventKind::RecoveryCodeUsed,
];

/// Every severity, the worst first.
pub const SEVERITIES: &[Severity] = &[Severity::Critical, Severity::High, Severity::Medium, Severity::Low];

/// Events are kept this long, in days.
pub const EVENTS_STAY_DAYS: i64 = 90;

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
            Self::CrossSiteWrite | Self::AddressBlocked => Severity::High,
            // Somebody forges payments, or is at work on one account from many places.
            Self::BadWebhookSignature | Self::AccountLocked => Severity::Critical,
        }
    }

    /// The name it is stored and shown under.
    pub fn name(self) -> &'static str {
        match self {
            Self::LoginSucceeded => "login_succeeded",
            Self::LoginFailed => "login_failed",
            Self::PasswordRefused => "password_refused",
            Self::LinkRefused => "link_refused",
            Self::ForbiddenAccess => "forbidden_access",
            Self::CrossSiteWrite => "cross_site_write",
            Self::BadWebhookSignature => "bad_webhook_signature",
            Self::RateLimited => "rate_limited",
            Self::Reveal => "reveal",
            Self::BlockedRequest => "blocked_request",
            Self::AddressBlocked => "address_blocked",
            Self::AddressUnblocked => "address_unblocked",
            Self::AccountLocked => "account_locked",
            Self::AdminChange => "admin_change",
            Self::SecondFactorRefused => "second_factor_refused",
            Self::RecoveryCodeUsed => "recovery_code_used",
        }
    }

    /// The kind of this name.
    pub fn parse(name: &str) -> Option<Self> {
        KINDS.iter().copied().find(|kind| kind.name() == name)
    }
}

impl Severity {
    /// The name it is stored and shown under.
    pub fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Critical => "critical",
        }
    }

    /// The severity of this name.
    pub fn parse(name: &str) -> Option<Self> {
        SEVERITIES.iter().copied().find(|severity| severity.name() == name)
    }
}
