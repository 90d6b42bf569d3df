//! Why a use case did not happen. `http` maps each to one status; nothing else does.

use domain::accounts::account::Obstacle;
use domain::payments::refund::RefundReason;
use domain::shared::ids::PaymentId;
use domain::shared::money::Money;
use ports::driving_record::filing::LastChange;
use ports::payments::gateway::GatewayError;
use ports::shared::secrets::TooManyWait;
use ports::shared::store_error::{StoreError, UniqueKey};

/// A payment whose amount in the last file is more than can be sent now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundedSinceFile {
    /// The payment.
    pub payment_id: PaymentId,
    /// Its number.
    pub confirmation_number: String,
    /// Amount in the file.
    pub in_file: Money,
    /// Amount that can be sent now.
    pub sendable: Money,
}

/// Why a use case did not happen.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No valid session.
    #[error("Please log in.")]
    Unauthenticated,
    /// The caller may not do this, whether or not the thing exists (docs/PRODUCT.md#who-may-see-what).
    #[error("You may not do this.")]
    Forbidden,
    /// No such thing, or not the caller's (docs/PRODUCT.md#who-may-see-what).
    #[error("This was not found.")]
    NotFound,
    /// Unknown e-mail or wrong password: the same answer for both (docs/PRODUCT.md#logging-in).
    #[error("Invalid email or password.")]
    InvalidCredentials,
    /// So much waits to be done that this was not begun.
    #[error("Lanewise is very busy just now. Please try again in a moment.")]
    Busy,
    /// The caller has to wait before they try again: the same answer whether or not there is such an account.
    #[error("Too many tries. Please wait {}.", in_words(*.seconds))]
    TooManyTries {
        /// How long.
        seconds: u64,
    },
    /// Fields that are wrong, each with a sentence.
    #[error("Please check the marked fields.")]
    Fields(Vec<(&'static str, String)>),
    /// Another account has this e-mail.
    #[error("An account with this email exists already.")]
    EmailTaken,
    /// A mail's link that is unknown, used, void or expired: the same answer for all.
    #[error("This link has been used or has expired. Please ask for a new one.")]
    LinkNotValid,
    /// No mail can be sent here.
    #[error("Lanewise can't send email right now. Please call support.")]
    MailUnavailable,
    /// The account cannot be closed yet.
    #[error("{0}")]
    CannotClose(Obstacle),
    /// The item needs no payment any more.
    #[error("This has been paid already.")]
    AlreadyPaid,
    /// A payment of this item is lost, and staff haven't decided about it.
    #[error(
        "You may have paid this already, and we are checking that payment. You have not been charged now. Please try again in a day or two, or call us."
    )]
    PaymentBeingChecked,
    /// By its city's own data nothing is owed any more.
    #[error("The city says that nothing is owed for this any more.")]
    SettledWithCity,
    /// Nothing can be sent to an authority just now.
    #[error(
        "There is nothing to send: what is owed waits for a refund or a bank, or somebody has put it together already."
    )]
    NothingToSend,
    /// The last file has more of these payments than can be sent now: staff must choose for each whether it was sent.
    #[error(
        "Some of these payments were refunded, or taken back by a bank, after the last file was downloaded. Say for each whether it was sent."
    )]
    RefundedSinceFile(Vec<RefundedSinceFile>),
    /// A source of citations is being asked just now.
    #[error("It is being asked already. Wait until it has answered.")]
    SourceBusy,
    /// The money came in and settles nothing, for this reason: it goes back.
    #[error("{} Your payment is being refunded in full.", .0.sentence())]
    MoneyGoesBack(RefundReason),
    /// Money is behind it: it is due again when that is refunded, not by a word.
    #[error("This was paid by card. Refund the payment, and it is due again.")]
    PaidByCard,
    /// A chargeback keeps the money: there is nothing to give back.
    #[error(
        "The driver's bank has taken this payment back. It can't be refunded while the bank holds the money."
    )]
    TakenByBank,
    /// The time for evidence is over, or it was given.
    #[error(
        "Evidence can't be given for this chargeback any more: its time is over, or the bank has it already."
    )]
    EvidenceClosed,
    /// More than is left of a payment.
    #[error("At most ${0} of this payment can be refunded.")]
    MoreThanLeft(Money),
    /// Somebody else changed it since the caller looked.
    #[error("{}", changed_meanwhile(.0.as_ref()))]
    ChangedMeanwhile(Option<LastChange>),
    /// The 24 hours in which a hire can be called off are over.
    #[error("The time to cancel this for a full refund is over.")]
    CancellationClosed,
    /// A hire was called off and its money goes back: it cannot be at work again.
    #[error("This hire was cancelled and its payment refunded. It can't be reopened.")]
    HireRefunded,
    /// The driver has hired again for the ticket of a hire that was called off.
    #[error("Another hire for this ticket is open. Cancel that one before reopening this one.")]
    HireReplaced,
    /// The inquiry is closed: its chat can be read, not written to.
    #[error("This conversation has been closed. Please start a new one if you still need help.")]
    InquiryResolved,
    /// A lawyer is at work on the ticket, and the driver has not said yes to paying it all the same.
    #[error("A lawyer is at work on this ticket. Paying is a guilty plea and ends the lawyer's work.")]
    LawyerAtWork,
    /// Legal help is switched off in the driver's state.
    #[error("Legal help is not available in {0} at this time.")]
    LegalHelpNotOffered(&'static str),
    /// The amount shown is not what is due now.
    #[error("The amount due has changed to ${0}.")]
    AmountChanged(Money),
    /// The provider has not (yet) taken the money.
    #[error("This has not been paid.")]
    NotPaid,
    /// The provider is still working on the payment.
    #[error("Your bank is still working on this payment. Please check again in a minute.")]
    PaymentProcessing,
    /// The provider refused to begin the payment.
    #[error("The payment could not be prepared.")]
    PaymentRefused(#[source] GatewayError),
    /// The provider did not answer, or not in time. Trying again is safe.
    #[error("The payment provider is not answering. Please try again.")]
    GatewayDown(#[source] GatewayError),
    /// The webhook's signature does not hold.
    #[error("The signature is not valid.")]
    BadSignature,
    /// Cards were declined too often: the next payment has to wait.
    #[error("Cards were declined several times. Please wait {}, then try again.", in_words(*.seconds))]
    TooManyDeclines {
        /// How long.
        seconds: u64,
    },
    /// Too many files wait to be imported.
    #[error("Twenty files are waiting already. Store or cancel some of them first.")]
    TooManyImports,
    /// A payment that is not with its authority, nor on its way there.
    #[error("There is nothing to show a court: this was given back, or no card was charged for it here.")]
    NothingToProve,
    /// A driver was billed again for more than anybody is.
    #[error("You have told us of five bills today. Please call us about more.")]
    TooManyCases,
    /// A remittance has as many files as it may.
    #[error("Five files are kept already. Remove one of them first.")]
    TooManyProofs,
    /// An import is not where this could be done.
    #[error("This import has changed in the meantime. Please check it again.")]
    ImportElsewhere,
    /// Lines of a file are wrong, or none is new.
    #[error("There is nothing to store, or some lines are wrong. Correct the file and upload it again.")]
    ImportHasProblems,
    /// Some of an import's amounts are so large that staff are asked once more.
    #[error("{0} of these amounts are above $5,000. Please confirm that they are meant.")]
    LargeAmounts(i32),
    /// Some items of an import were paid, or began to be.
    #[error("{0} of the items of this import were paid, or began to be: what was stored stays.")]
    ImportPaid(i64),
    /// A login that waited for its code is over.
    #[error("This login took too long, or too many codes were wrong. Please log in again.")]
    LoginOver,
    /// The second factor's code is wrong, or was used.
    #[error("This code is not right. Wait for the next one, and type it while it is shown.")]
    CodeRefused,
    /// There is a second factor already.
    #[error("Your second factor is on already. Switch it off first.")]
    SecondFactorOn,
    /// There is no second factor.
    #[error("No second factor is turned on.")]
    SecondFactorOff,
    /// The session ended by its fifth wrong code.
    #[error("Too many codes were wrong. Please log in again.")]
    TooManyCodes,
    /// The last proof of who the caller is lies too far back for this.
    #[error("Please confirm that it is you.")]
    ConfirmItIsYou,
    /// Staff need a second factor here, and the caller has none.
    #[error("Staff need a second factor here. Turn yours on under Account, then go on.")]
    SecondFactorNeeded,
    /// The last administrator's role stays.
    #[error("Lanewise needs an administrator, and this is the last one.")]
    LastAdministrator,
    /// Somebody who is staff was invited.
    #[error("This person is one of the staff already.")]
    AlreadyStaff,
    /// The invitation is for an account that has to log in first.
    #[error("This email has an account. Log in with it, then open the link again.")]
    LogInToAccept,
    /// Too many invitations are open.
    #[error("Twenty invitations are open already. Withdraw some of them first.")]
    TooManyInvitations,
    /// The database is not reachable.
    #[error("Lanewise can't reach its database right now. Nothing was lost; please try again.")]
    StoreDown(#[source] StoreError),
    /// A defect on our side.
    #[error("Something went wrong on our side.")]
    Defect(#[source] Box<dyn std::error::Error + Send + Sync>),
}

fn changed_meanwhile(last: Option<&LastChange>) -> String {
    let who = last.and_then(|last| last.by.as_deref()).unwrap_or("Somebody else");
    format!("{who} changed this since you opened it. Nothing of yours was saved.")
}

/// A time to wait, as a person says it.
fn in_words(seconds: u64) -> String {
    let (count, unit) = match seconds {
        0..=119 => (seconds, "second"),
        120..=7199 => (seconds.div_ceil(60), "minute"),
        _ => (seconds.div_ceil(3600), "hour"),
    };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

/// Result of a use case.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// One wrong field.
    pub fn field(name: &'static str, sentence: impl Into<String>) -> Self {
        Self::Fields(vec![(name, sentence.into())])
    }

    /// A defect, described for the log.
    pub fn defect(what: &'static str) -> Self {
        Self::Defect(what.into())
    }

    /// The sentence and what is behind it, for a log.
    pub(crate) fn with_causes(&self) -> String {
        let mut text = self.to_string();
        let mut next = std::error::Error::source(self);
        while let Some(cause) = next {
            text = format!("{text}: {cause}");
            next = cause.source();
        }
        text
    }
}

impl From<TooManyWait> for Error {
    fn from(_: TooManyWait) -> Self {
        Self::Busy
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Duplicate(UniqueKey::Email) => Self::EmailTaken,
            StoreError::Unavailable(_) => Self::StoreDown(error),
            StoreError::Duplicate(_) | StoreError::Failed(_) => Self::Defect(Box::new(error)),
        }
    }
}

impl From<GatewayError> for Error {
    fn from(error: GatewayError) -> Self {
        match error {
            GatewayError::Refused { .. } | GatewayError::AlreadyRefunded(_) => Self::PaymentRefused(error),
            GatewayError::TimedOut | GatewayError::Unavailable(_) | GatewayError::NotAsked { .. } => {
                Self::GatewayDown(error)
            }
            GatewayError::NotFound | GatewayError::NotUnderstood(_) => Self::Defect(Box::new(error)),
        }
    }
}
