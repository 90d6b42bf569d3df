//! The properties of a call (a request to one route): the allowed callers, the limits and the
//! checks.

use application::Error;
use application::access::{Activity, Actor};
use domain::accounts::user::Role;

use crate::edge::limits::call_class::RateLimitClass;

/// The properties of a call, except its path and method. [`Call::read`] and [`Call::write`]
/// create the usual properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The callers who may make the call.
    pub callers: AllowedCallers,
    /// The class, which decides the rate limit.
    pub class: RateLimitClass,
    /// Whether a person or the page sends the call, and whether the call opens a WebSocket.
    pub origin: CallOrigin,
    /// Which kinds of records the call may change.
    pub change: Change,
    /// The authentication that staff and lawyers need in addition to the session.
    pub proof: RequiredAuthentication,
    /// The sites whose pages may make the call, if the call isn't a read.
    pub sites: AllowedSites,
    /// Whether the path ends with a secret token.
    pub path: PathContent,
    /// Whether and how the call is counted as an attempt, for example to enter a password.
    pub attempts: AttemptCounting,
    /// The threads on which the use case runs.
    pub runner: Runner,
}

/// The callers who may make a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowedCallers {
    /// Everyone, with or without a session.
    Visitor,
    User,
    DriverOrStaff,
    Driver,
    Staff,
    /// Staff and lawyers, whose accounts can have a second factor.
    StaffOrLawyer,
    Lawyer,
}

/// Whether a person or the page sends a call, and whether the call opens a WebSocket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallOrigin {
    /// A person or program.
    Person,
    /// The page, which repeats the call automatically. The call never renews the session.
    Poll,
    /// The page, which opens a WebSocket. The call never renews the session. The session is always read from the
    /// database, because the socket stays open for a long time.
    Socket,
}

/// Which kinds of records a call may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Nothing,
    /// Records, but neither sessions nor accounts. Cached sessions stay valid.
    Records,
    /// The caller's own session.
    OwnSession,
    /// Anything, including sessions and accounts.
    Anything,
}

/// The authentication that staff and lawyers need in addition to the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequiredAuthentication {
    /// No further authentication.
    Session,
    /// The second factor, if this installation requires it.
    SecondFactor,
    /// The second factor, if this installation requires it, and for staff a recent step-up authentication.
    /// Used, for example, for calls that show secrets, export data in bulk, or refund money.
    StepUp,
}

/// The sites whose pages may make a call that is not a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowedSites {
    /// Only our own pages.
    Own,
    /// Any site. A provider's signature or an emailed token authenticates the call, or the call
    /// only increases a counter.
    Any,
}

/// Whether a path ends with a secret token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathContent {
    Plain,
    /// A secret token at the end. The token works without a session, and a path with a token is never stored.
    Secret,
}

/// Whether and how calls are counted as attempts, for example to enter a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptCounting {
    NotCounted,
    /// Each call is counted for the caller's IP address.
    Counted,
    /// Each call is counted for the caller's IP address. If any rate limit refuses the call, the refusal
    /// counts toward login throttling.
    Login,
}

/// The threads on which a use case runs if it opens its own database connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runner {
    /// On the threads of the request queue, which have a database connection each. Requests run in
    /// the order of arrival.
    Queue,
    /// On a thread outside the request queue, so that long work, such as hashing a password,
    /// doesn't delay other requests.
    Thread,
    /// On a thread outside the request queue, with more time for scanning, re-encoding and storing
    /// a file.
    Upload,
    /// On the threads for provider calls, with one time limit for all provider calls
    /// of a request (docs/product/payments.md#when-the-provider-is-slow).
    Provider,
}

impl Call {
    /// Creates the properties of a call that only reads.
    pub const fn read(callers: AllowedCallers) -> Self {
        Self { class: RateLimitClass::Read, change: Change::Nothing, ..Self::write(callers) }
    }

    /// Creates the properties of a call that may change something.
    pub const fn write(callers: AllowedCallers) -> Self {
        Self {
            callers,
            class: RateLimitClass::Write,
            origin: CallOrigin::Person,
            change: Change::Anything,
            proof: RequiredAuthentication::SecondFactor,
            sites: AllowedSites::Own,
            path: PathContent::Plain,
            attempts: AttemptCounting::NotCounted,
            runner: Runner::Queue,
        }
    }

    /// Creates the properties of a read that the page repeats automatically.
    pub const fn poll(callers: AllowedCallers) -> Self {
        Self { class: RateLimitClass::Poll, origin: CallOrigin::Poll, ..Self::read(callers) }
    }

    /// Creates the properties of a call that opens a WebSocket.
    pub const fn socket(callers: AllowedCallers) -> Self {
        Self { origin: CallOrigin::Socket, ..Self::read(callers) }
    }

    /// Declares the call's class, which decides the rate limit.
    #[must_use]
    pub const fn class(self, class: RateLimitClass) -> Self {
        Self { class, ..self }
    }

    /// Declares which kinds of records the call may change.
    #[must_use]
    pub const fn changes(self, change: Change) -> Self {
        Self { change, ..self }
    }

    /// Declares that staff need a recent step-up authentication.
    #[must_use]
    pub const fn step_up(self) -> Self {
        Self { proof: RequiredAuthentication::StepUp, ..self }
    }

    /// Declares that the call is allowed before a required second factor is set up.
    #[must_use]
    pub const fn before_second_factor(self) -> Self {
        Self { proof: RequiredAuthentication::Session, ..self }
    }

    /// Declares that pages of other sites may make the call.
    #[must_use]
    pub const fn from_any_site(self) -> Self {
        Self { sites: AllowedSites::Any, ..self }
    }

    /// Declares that the path ends in a secret token.
    #[must_use]
    pub const fn secret_path(self) -> Self {
        Self { path: PathContent::Secret, ..self }
    }

    /// Declares that each call is counted as an attempt before its use case runs.
    #[must_use]
    pub const fn counts_attempts(self) -> Self {
        Self { attempts: AttemptCounting::Counted, ..self }
    }

    /// Declares that each call is counted as an attempt before its use case runs, and that the use case runs outside
    /// the request queue, because hashing a password takes a long time.
    #[must_use]
    pub const fn checks_password(self) -> Self {
        self.counts_attempts().takes_long()
    }

    /// Declares that each call is counted as a login attempt before its use case runs.
    #[must_use]
    pub const fn counts_logins(self) -> Self {
        Self { attempts: AttemptCounting::Login, ..self }
    }

    /// Declares that the use case runs outside the request queue, because the use case takes a long time.
    #[must_use]
    pub const fn takes_long(self) -> Self {
        Self { runner: Runner::Thread, ..self }
    }

    /// Declares that the use case runs outside the request queue, with enough time for an uploaded file.
    #[must_use]
    pub const fn uploads(self) -> Self {
        Self { runner: Runner::Upload, ..self }
    }

    /// Declares that the use case runs on the threads for calls to the payment provider.
    #[must_use]
    pub const fn at_provider(self) -> Self {
        Self { runner: Runner::Provider, ..self }
    }

    /// Returns whether the call counts as a person's activity, which renews the session, or as a
    /// poll.
    pub const fn activity(&self) -> Activity {
        match self.origin {
            CallOrigin::Person => Activity::Person,
            CallOrigin::Poll | CallOrigin::Socket => Activity::Poll,
        }
    }
}

impl AllowedCallers {
    /// Checks whether a logged-in caller may make the call.
    ///
    /// # Errors
    /// [`Error::Forbidden`] if the caller may not make the call.
    pub fn authorize(self, actor: &Actor) -> Result<(), Error> {
        if self.includes(actor.user.role) { Ok(()) } else { Err(Error::Forbidden) }
    }

    /// Whether callers with this role may make the call.
    pub const fn includes(self, role: Role) -> bool {
        match role {
            Role::Driver => matches!(self, Self::Visitor | Self::User | Self::DriverOrStaff | Self::Driver),
            Role::Admin => {
                matches!(
                    self,
                    Self::Visitor | Self::User | Self::DriverOrStaff | Self::Staff | Self::StaffOrLawyer
                )
            }
            Role::Lawyer => matches!(self, Self::Visitor | Self::User | Self::StaffOrLawyer | Self::Lawyer),
        }
    }
}
