//! Dependencies of the use cases. The server creates them at startup.

use std::sync::Arc;

use chrono::NaiveDate;
use domain::accounts::session::SessionPolicy;
use domain::legal_help::case::deadlines::CasePeriods;
use domain::legal_help::offer::LegalHelp;
use domain::shared::business_time::business_date;
use ports::accounts::second_factor::TimeCodes;
use ports::driving_record::contest_letters::LetterPrinter;
use ports::payments::gateway::{PaymentGateway, WebhookVerifier};
use ports::payments::receipts::ReceiptPrinter;
use ports::shared::clock::Clock;
use ports::shared::file_contents::FileContents;
use ports::shared::malware::MalwareScanner;
use ports::shared::pictures::Pictures;
use ports::shared::secrets::{CaseCipher, PasswordHasher, Tokens, Vault};
use ports::sources::query::CitationSource;
use ports::store::Database;

use domain::accounts::login_throttling::GuardPolicy;

use crate::driving_record::register_cache::RegisterCache;
use crate::shared::last_uses::LastUses;
use crate::shared::outgoing::{EmailSender, TextSender};
use crate::shared::unstored_results::UnstoredResults;

/// All ports, and the settings that the use cases need.
#[derive(Clone)]
pub struct Deps {
    /// Runs work on database connections and in transactions.
    pub database: Arc<dyn Database>,
    pub gateway: Arc<dyn PaymentGateway>,
    /// Verifies the signatures of the payment provider's webhooks.
    pub webhooks: Arc<dyn WebhookVerifier>,
    /// Renders receipts, letters that prove a payment to a court, lawyers' statements, and "My file" as PDFs.
    pub receipts: Arc<dyn ReceiptPrinter>,
    /// Renders letters in which drivers contest items as PDFs.
    pub letters: Arc<dyn LetterPrinter>,
    /// Re-encodes uploaded images, which removes everything except the visible pixels.
    pub pictures: Arc<dyn Pictures>,
    /// Stores the contents of files. The contents are encrypted before they are passed to this port.
    pub contents: Arc<dyn FileContents>,
    /// Scans uploaded files for malware. `None` if no scanner is configured.
    pub malware: Option<Arc<dyn MalwareScanner>>,
    /// Returns the current time. Tests set a fixed time.
    pub clock: Arc<dyn Clock>,
    /// Generates session tokens and other random values, and hashes tokens.
    pub tokens: Arc<dyn Tokens>,
    /// Hashes and verifies passwords.
    pub passwords: Arc<dyn PasswordHasher>,
    /// Checks time-based codes of second factors.
    pub time_codes: Arc<dyn TimeCodes>,
    /// Encrypts SSN digits, the secrets of second factors, and the keys of cases, files and audit trail seals.
    pub vault: Arc<dyn Vault>,
    /// Encrypts messages and files of cases, and photos and documents of items.
    pub case_cipher: Arc<dyn CaseCipher>,
    /// Base URL for links to Lanewise, without a trailing slash.
    pub public_url: Arc<str>,
    /// Sends texts to drivers. `None` if no provider is configured.
    pub texts: Option<TextSender>,
    /// Cities whose published citations Lanewise queries.
    pub sources: Arc<[Arc<dyn CitationSource>]>,
    /// For each state, whether legal help is offered and on which terms, and the template of the agreement.
    pub legal_help: Arc<LegalHelp>,
    /// Periods for the deadlines of cases, which the operator sets.
    pub case_periods: CasePeriods,
    /// Random id of this installation. The id is stored in the metadata of the intents that this installation
    /// creates at the provider.
    pub installation: Arc<str>,
    /// When each session was last used, until these times are stored in the database.
    pub last_uses: Arc<LastUses>,
    /// A cache of facts from the registers of lawyers and authorities.
    pub registers: Arc<RegisterCache>,
    /// How long sessions last.
    pub sessions: SessionPolicy,
    /// Settings of login throttling.
    pub guard: GuardPolicy,
    /// Whether staff and lawyers must set up a second factor before they can do anything else.
    pub staff_need_second_factor: bool,
    /// Sends emails. `None` if no emails can be sent.
    pub mail: Option<EmailDeps>,
    /// Results of jobs that this process couldn't store in the database yet.
    pub unwritten: Arc<UnstoredResults>,
}

impl Deps {
    /// Returns the current day in the business time zone.
    pub fn today(&self) -> NaiveDate {
        business_date(self.clock.now())
    }
}

/// Dependencies for sending emails.
#[derive(Clone)]
pub struct EmailDeps {
    /// Sends emails. Before that, the code that composes an email checks the limit on emails to unconfirmed
    /// addresses, and counts the email if its recipient's address is unconfirmed.
    pub sender: EmailSender,
    /// Base URL for links to Lanewise, without a trailing slash.
    pub public_url: String,
    pub support_phone: String,
}
