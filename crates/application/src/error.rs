//! Errors of use cases. The `http` crate maps each error to an HTTP status.

use domain::accounts::account::ClosingObstacle;
use domain::payments::refund::RefundReason;
use domain::shared::ids::{PaymentId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::driving_record::filing::{LastChange, NumberedItem, NumberedPair};
use ports::payments::gateway::GatewayError;
use ports::shared::file_contents::ContentError;
use ports::shared::malware::ScanError;
use ports::shared::pictures::PictureError;
use ports::shared::secrets::HashQueueFull;
use ports::shared::store_error::{StoreError, UniqueKey};

/// A payment in a remittance whose money was refunded or charged back after staff last
/// downloaded the remittance's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundedSinceFile {
    /// The payment whose amount changed.
    pub payment_id: PaymentId,
    /// The payment's confirmation number.
    pub confirmation_number: String,
    /// The payment's amount in the downloaded file.
    pub in_file: Money,
    /// The payment's amount that can be sent now.
    pub sendable: Money,
}

/// Why a use case failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request has no valid session.
    #[error("Please log in.")]
    Unauthenticated,
    /// The caller may not do this. The same error is returned if the
    /// record doesn't exist (docs/product/everywhere.md#who-may-see-what).
    #[error("You don’t have permission to do this.")]
    Forbidden,
    /// The record doesn't exist, or it belongs to another user (docs/product/everywhere.md#who-may-see-what).
    #[error("We couldn’t find this.")]
    NotFound,
    /// The email is unknown or the password is wrong (docs/product/accounts.md#logging-in).
    #[error("Invalid email or password.")]
    InvalidCredentials,
    /// Staff deactivated the lawyer. This is revealed only to a caller with the correct password.
    #[error("This account is deactivated. Contact support.")]
    AccountDeactivated,
    /// Too many passwords are waiting to be hashed, or too many images are
    /// waiting to be re-encoded.
    #[error("Lanewise is very busy right now. Please try again in a moment.")]
    Busy,
    /// Login attempts are throttled, so the caller must wait. The error doesn't reveal
    /// whether the account exists.
    #[error("Too many attempts. Please wait {}.", format_wait(*.seconds))]
    TooManyTries {
        /// Seconds that the caller must wait.
        seconds: u64,
    },
    /// Invalid fields of the request, each with a sentence for the user.
    #[error("Please check the highlighted fields.")]
    Fields(Vec<(&'static str, String)>),
    /// Another account has this email.
    #[error("An account with this email already exists.")]
    EmailTaken,
    /// A link from an email is unknown, used, void or expired.
    #[error("This link was already used or has expired. Please request a new one.")]
    LinkNotValid,
    /// This installation can't send emails.
    #[error("Lanewise can’t send email right now. Please call support.")]
    MailUnavailable,
    /// The account can't be closed yet. Contains the reason.
    #[error("{0}")]
    CannotClose(ClosingObstacle),
    #[error("This is already paid.")]
    AlreadyPaid,
    /// The provider may already have received money for this item, in a payment that staff haven't resolved yet.
    #[error(
        "You may have already paid this, and we’re checking that payment. You were not charged now. Please try again in a day or two, or call us."
    )]
    PaymentBeingChecked,
    /// The driver added the item, and staff haven't confirmed it yet.
    #[error("We’re still checking this. You can pay it here once we’ve confirmed it.")]
    BeingChecked,
    /// The check of an added item is over: staff have decided, or the driver withdrew it.
    #[error("This was already checked or removed.")]
    CheckIsOver,
    /// Too many of the driver's added items are being checked, or the driver has recently added too many items.
    #[error(
        "You’ve added as many tickets as we can check at once. Please wait until we’ve checked some of them."
    )]
    TooManyAdded,
    /// The driver already has an open hardship request about this item.
    #[error("You’ve already asked us about this. We’ll email you when we’ve answered.")]
    HardshipRequestOpen,
    /// The driver has sent the maximum number of hardship requests in 24 hours.
    #[error(
        "You’ve sent five requests in 24 hours. Please wait until tomorrow, or contact our support team."
    )]
    TooManyHardshipRequests,
    /// The driver's record has the citation, or an item with a similar number.
    #[error("{}", known_item_message(*.item, *.is_same_number))]
    AlreadyOnRecord {
        /// The item on the driver's record.
        item: Payable,
        /// The driver, who is the caller.
        driver: UserId,
        /// Whether the numbers are the same. If false, they are only similar.
        is_same_number: bool,
    },
    /// The city's data shows that nothing is owed.
    #[error("The city’s data shows that you owe nothing for this.")]
    SettledWithCity,
    /// No money can be sent to this payee now.
    #[error(
        "There is nothing to send. Each payment is waiting for a refund or a bank’s decision, or is already in another remittance."
    )]
    NothingToSend,
    /// The last downloaded file lists more money for some payments than can be sent now. Staff must state for
    /// each of these payments whether its money was sent.
    #[error(
        "Some of these payments were refunded or charged back after the last file was downloaded. For each one, choose whether it was sent."
    )]
    RefundedSinceFile(Vec<RefundedSinceFile>),
    /// A run of this citation source hasn't ended yet.
    #[error("A check is already running. Wait until it finishes.")]
    SourceBusy,
    /// The provider received the payment's money, but Lanewise refunds it. Contains the reason.
    #[error("{} Your payment is being refunded in full.", .0.sentence())]
    MoneyGoesBack(RefundReason),
    /// The item was paid by card, so it can become due again only if that payment is refunded.
    #[error("This was paid by card. To make it due again, refund the payment.")]
    PaidByCard,
    /// A bank holds the payment's money because of a chargeback, so the payment can't be refunded.
    #[error(
        "The driver’s bank has taken this payment back. It can’t be refunded while the bank holds the money."
    )]
    TakenByBank,
    /// The evidence deadline has passed, or the evidence was already submitted.
    #[error(
        "You can no longer submit evidence for this chargeback. The deadline has passed, or the bank already has the evidence."
    )]
    EvidenceClosed,
    /// The requested refund is larger than the amount that can still be refunded. Contains the
    /// amount that can be refunded.
    #[error("{}", more_than_left_message(*.0))]
    MoreThanLeft(Money),
    /// Another item has the same issuer and citation number.
    #[error("This citation is already on file: {} {} on driver {driver}’s record.", item.noun(), item.item_id())]
    CitationExists {
        /// The item that has the citation number.
        item: Payable,
        /// The driver of that item.
        driver: UserId,
    },
    /// After the change or merge of an authority, two items would have the
    /// same issuer and citation number. Contains pairs of such items, from
    /// one to [`crate::driving_record::citations::MAX_PAIRS`] pairs.
    #[error("{}", equal_citations_message(.0))]
    EqualCitations(Vec<NumberedPair>),
    /// The record has changed since the caller read it, or its current state doesn't allow the
    /// call. Contains the last change, if it is known.
    #[error("{}", changed_meanwhile_message(.0.as_ref()))]
    ChangedMeanwhile(Option<LastChange>),
    /// Lawyers are on record, but no lawyer takes cases in the ticket's court now.
    #[error("No lawyer takes cases in this court right now.")]
    NoLawyerForCourt,
    /// The court has decided the case of the ticket's lawyer.
    #[error("The court already decided this ticket’s case, so we can’t offer another lawyer for it.")]
    CaseDecided,
    /// The ticket's court is known, so only staff can correct it.
    #[error("We already know this ticket’s court. If it’s wrong, please contact our support team.")]
    CourtKnown,
    /// A court dismissed the ticket or found the driver not guilty.
    #[error("The court decided that nothing is owed for this ticket.")]
    Dismissed,
    /// The case is no longer offered to this lawyer, or the lawyer no longer takes such cases.
    #[error("This case is no longer offered to you.")]
    MatchingStopped,
    /// The deadline for signing the agreement has passed, so the case is about to end.
    #[error("The time to sign has passed, so this case ends. You get your money back.")]
    SignatureLate,
    /// The typed signature differs from the account's name, and the driver hasn't confirmed that
    /// it is their name.
    #[error("This isn’t the name on your account. Is it your name?")]
    NameDiffers,
    /// The driver hasn't given the consent that this call needs, or the consent has ended.
    #[error("The driver hasn’t allowed this, or no longer does. Ask for permission first.")]
    ConsentNeeded,
    /// The case takes no messages and files, because it has no lawyer or is closed or ended.
    #[error("You can’t send messages or files in this case right now.")]
    MessagesClosed,
    /// The case has the maximum number of messages.
    #[error("This case has 1,000 messages, which is the maximum. Please call instead.")]
    TooManyMessages,
    /// The case has the maximum number of files.
    #[error("This case has 20 files, which is the maximum.")]
    TooManyFiles,
    /// The item has the maximum number of photos and documents.
    #[error("You can add up to 20 photos and documents here. Delete one to add another.")]
    TooManyItemFiles,
    /// The driver's items have the maximum number or size of photos and documents.
    #[error("There’s room for 200 photos and documents, up to 1 GB in all. Delete some to add more.")]
    TooManyDriverFiles,
    /// There is no letter, or it lacks a reason, or the name or address of the driver or the
    /// issuer. A reason is a ground other than `Other`, or the driver's own words.
    #[error(
        "Add your name and address, those of the court or agency, and at least one reason or your own words."
    )]
    LetterIncomplete,
    /// The driver marked the letter as sent, so it can't be changed.
    #[error("You marked this letter as sent. To change it, mark it as not sent first.")]
    LetterSent,
    /// The driver can't contest the item now, for example because it is paid or a lawyer works
    /// on it. Also returned for a letter if the item's state, city or toll operator accepts
    /// only its own form.
    #[error("You can’t contest this yourself right now.")]
    CannotContest,
    /// The original of a photo isn't completely uploaded yet.
    #[error("The original of this photo is still uploading.")]
    OriginalIncomplete,
    /// The storage of files can't be reached.
    #[error("Lanewise can’t save or open files right now. Nothing was lost. Please try again.")]
    FilesUnavailable(#[source] ContentError),
    /// The malware scanner can't be reached.
    #[error("Lanewise can’t check files right now, so it didn’t save this one. Please try again.")]
    ScannerUnavailable(#[source] ScanError),
    /// Part of a lawyer's fee can't be refunded while the case is open, because the lawyer can still
    /// earn the whole fee.
    #[error(
        "This case is still open, so its lawyer can still earn the whole price. Refund everything that is left, or end the case to refund what the lawyer hasn’t earned."
    )]
    FeeOfOpenCase,
    /// The case's timeline or its agreement refers to the file.
    #[error("A step, an update or the agreement uses this file, so it can’t be deleted.")]
    FileInUse,
    /// The cancellation window of a hire is over.
    #[error("The time to cancel for a full refund has passed.")]
    CancellationWindowClosed,
    /// The canceled hire's money was refunded, so the hire can't be opened again.
    #[error("This hire was canceled and its payment refunded. It can’t be reopened.")]
    HireRefunded,
    /// The case of the canceled hire ended early, so the hire can't get another status.
    #[error("This hire’s case has ended, so its status stays Cancelled unless the case is opened again.")]
    CaseEnded,
    /// The case is decided, and the lawyer's whole price is already refunded.
    #[error("We already refunded the price of this lawyer.")]
    PriceRefunded,
    /// The driver has hired another lawyer for the ticket of this canceled hire.
    #[error("Another hire for this ticket is open. Cancel that one before reopening this one.")]
    HireReplaced,
    /// The inquiry is resolved. The inquiry's chat can be read, but no more messages can be added.
    #[error("This conversation has been closed. Please start a new one if you still need help.")]
    InquiryResolved,
    /// A lawyer is working on the ticket, and the driver hasn't confirmed that they want to pay it.
    #[error("A lawyer is working on this ticket. Paying ends the lawyer’s work.")]
    LawyerAtWork,
    /// Legal help is turned off in the state with this name, which is the court's
    /// state or the driver's.
    #[error("Legal help isn’t available in {0} right now.")]
    LegalHelpNotOffered(&'static str),
    /// The amount due has changed since the driver saw it. Contains the new amount.
    #[error("The amount due has changed to ${0}.")]
    AmountChanged(Money),
    /// The payment hasn't succeeded yet, or has failed.
    #[error("This has not been paid.")]
    NotPaid,
    /// The driver's bank is still processing the payment.
    #[error("Your bank is still processing this payment. Please check again in a minute.")]
    PaymentProcessing,
    /// The provider refused the call, usually the one that starts a payment.
    #[error("We couldn’t set up the payment.")]
    PaymentRefused(#[source] GatewayError),
    /// The provider didn't respond in time or couldn't be called. Retrying the request is safe.
    #[error("The payment provider isn’t responding. Please try again.")]
    GatewayDown(#[source] GatewayError),
    /// The webhook's signature is not valid.
    #[error("The signature is not valid.")]
    BadSignature,
    /// The driver's cards were declined too often, so the driver must wait before the next payment.
    #[error("Cards were declined several times. Please wait {}, then try again.", format_wait(*.seconds))]
    TooManyDeclines {
        /// Seconds that the driver must wait.
        seconds: u64,
    },
    /// The maximum number of open imports is reached.
    #[error("Twenty files are already waiting. Import or cancel some of them first.")]
    TooManyImports,
    /// The payment was refunded or charged back, or no card was charged for it in Lanewise. So no letter can
    /// prove to the court that the driver paid.
    #[error(
        "We can’t confirm this payment in a letter. It was refunded, or no card was charged for it here."
    )]
    NothingToProve,
    /// The driver has already reported the maximum number of bills for paid items (second bills) in one day.
    #[error("You’ve reported five bills today. Please call us to report more.")]
    TooManySecondBills,
    /// The remittance has the maximum number of proof files.
    #[error("You can attach up to five files. Delete one first.")]
    TooManyProofs,
    /// The import's status doesn't allow this call.
    #[error("This import has changed in the meantime. Please check it again.")]
    ImportStatusChanged,
    /// The import has lines with errors, or no line that can be stored.
    #[error("There is nothing to import, or some rows have errors. Correct the file and upload it again.")]
    ImportHasProblems,
    /// Some amounts in the import are above $5,000, and staff haven't confirmed them. Contains the
    /// number of these amounts.
    #[error("Amounts above $5,000: {0}. Please confirm that they are correct.")]
    LargeAmounts(i32),
    /// The import can't be undone, because items were paid, have a started payment or a hire, or drivers
    /// added photos, letters or requests to them. Contains the number of these items.
    #[error(
        "You can’t undo this import. Items that are paid, or have a payment, a hire, photos, letters or requests: {0}."
    )]
    ImportInUse(i64),
    /// The pending login, which waited for its second-factor code, has expired, had too many incorrect codes,
    /// or ended because the password or the second factor was changed.
    #[error("This login took too long, or you entered too many incorrect codes. Please log in again.")]
    LoginOver,
    /// The second factor's code is incorrect or was already used.
    #[error("This code is incorrect or was already used. Enter another one.")]
    CodeRefused,
    /// The caller already has a second factor.
    #[error("Two-step verification is already on. Turn it off first.")]
    SecondFactorOn,
    /// The caller has no second factor.
    #[error("Two-step verification is off.")]
    SecondFactorOff,
    /// The fifth incorrect code in a session has ended that session.
    #[error("You entered too many incorrect codes. Please log in again.")]
    TooManyCodes,
    /// The call needs step-up authentication: the caller must confirm their identity first.
    #[error("Please confirm it’s you.")]
    ConfirmItIsYou,
    /// This installation requires a second factor for staff and lawyers, and the caller has none.
    #[error("Staff need two-step verification. Turn it on under Account, then continue.")]
    SecondFactorNeeded,
    /// The last administrator can't be removed.
    #[error("Lanewise needs an administrator, and this is the last one.")]
    LastAdministrator,
    #[error("This person is already on the staff.")]
    AlreadyStaff,
    #[error("This lawyer already has an account.")]
    HasAccount,
    /// The register of lawyers is full.
    #[error("There are already 2,000 lawyers on record.")]
    TooManyLawyers,
    /// The invited email has an account, so its owner must log in before accepting the invitation.
    #[error("This email has an account. Log in with it, then open the link again.")]
    LogInToAccept,
    /// The maximum number of open invitations is reached.
    #[error("Twenty invitations are already open. Withdraw some of them first.")]
    TooManyInvitations,
    #[error("Lanewise can’t reach its database right now. Nothing was lost. Please try again.")]
    StoreDown(#[source] StoreError),
    /// A bug or an unexpected response. The details are logged, and the user sees a generic error.
    #[error("Something went wrong on our side.")]
    Defect(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Returns the message for a driver whose record already has `item`. `is_same_number` is false if
/// the item's number is only similar to the added one.
fn known_item_message(item: Payable, is_same_number: bool) -> String {
    if is_same_number {
        "This is already on your record.".to_owned()
    } else {
        format!("Your record has a {} with nearly the same number.", item.noun())
    }
}

/// Returns the message for a caller who saw an outdated version. `last` is the record's
/// latest change, if known.
fn changed_meanwhile_message(last: Option<&LastChange>) -> String {
    let who = last.and_then(|last| last.by.as_deref()).unwrap_or("Someone else");
    format!("{who} changed this since you opened it. Your changes weren’t saved.")
}

/// Returns the message for staff who can refund at most `left` of a payment.
fn more_than_left_message(left: Money) -> String {
    if left == Money::ZERO {
        "Nothing is left to refund of this payment.".to_owned()
    } else {
        format!("You can refund from $0.01 to ${left} of this payment.")
    }
}

/// Returns the message about pairs of items that would become the same citation. Names the first pair.
fn equal_citations_message(pairs: &[NumberedPair]) -> String {
    let first = pairs.first().map_or_else(String::new, |(one, other)| {
        let name = |item: &NumberedItem| format!("{} {}", item.item.noun(), item.item.item_id());
        format!(" For example, {} and {} both have the number {}.", name(one), name(other), one.number)
    });
    format!(
        "Some items would have the same issuer and citation number.{first} Correct or remove one of each pair first."
    )
}

/// Formats a waiting time for users, such as "5 minutes".
fn format_wait(seconds: u64) -> String {
    let (count, unit) = match seconds {
        0..=119 => (seconds, "second"),
        120..=7199 => (seconds.div_ceil(60), "minute"),
        _ => (seconds.div_ceil(3600), "hour"),
    };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Builds an error about one invalid field.
    pub fn field(name: &'static str, sentence: impl Into<String>) -> Self {
        Self::Fields(vec![(name, sentence.into())])
    }

    /// Builds an error about a bug, with a description for the log.
    pub fn defect(description: &'static str) -> Self {
        Self::Defect(description.into())
    }

    /// Returns this error's message, followed by the messages of its causes, for the log.
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

impl From<PictureError> for Error {
    fn from(error: PictureError) -> Self {
        match error {
            PictureError::Busy => Self::Busy,
            PictureError::TooLarge { .. } | PictureError::Unreadable => {
                Self::field("file", error.to_string())
            }
        }
    }
}

impl From<HashQueueFull> for Error {
    fn from(_: HashQueueFull) -> Self {
        Self::Busy
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Duplicate(UniqueKey::Email) => Self::EmailTaken,
            StoreError::Duplicate(UniqueKey::LawyerEmail) => {
                Self::field("email", "Another lawyer on record has this email address.")
            }
            StoreError::Duplicate(UniqueKey::BarLicense) => Self::field(
                "licenses",
                "Another lawyer on record has a license with this number in the same state.",
            ),
            StoreError::Unavailable(_) => Self::StoreDown(error),
            StoreError::Duplicate(_) | StoreError::Failed(_) => Self::Defect(Box::new(error)),
        }
    }
}

impl From<ContentError> for Error {
    fn from(error: ContentError) -> Self {
        match error {
            ContentError::Missing => Self::Defect(Box::new(error)),
            ContentError::Unavailable(_) => Self::FilesUnavailable(error),
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
