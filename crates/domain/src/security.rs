//! Security events (back-office specification, section 2; decision 2).

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
    /// A mail's link that is not, or no longer, good.
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
}

impl SecurityEventKind {
    /// How bad this kind is.
    pub fn severity(self) -> Severity {
        match self {
            Self::LoginSucceeded => Severity::Low,
            Self::LoginFailed
            | Self::PasswordRefused
            | Self::LinkRefused
            | Self::ForbiddenAccess
            | Self::RateLimited
            | Self::Reveal => Severity::Medium,
            Self::CrossSiteWrite | Self::BadWebhookSignature => Severity::High,
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
        }
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
}
