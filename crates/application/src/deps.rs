//! What the use cases need, wired together by the server.

use std::sync::Arc;

use domain::accounts::session::SessionPolicy;
use domain::legal_help::offer::LegalHelp;
use ports::accounts::second_factor::TimeCodes;
use ports::payments::gateway::{PaymentGateway, WebhookVerifier};
use ports::payments::receipts::ReceiptPrinter;
use ports::payments::remittances::proofs::Pictures;
use ports::shared::clock::Clock;
use ports::shared::secrets::{PasswordHasher, Tokens, Vault};
use ports::sources::asking::CitationSource;
use ports::store::Database;

use domain::accounts::ladder::GuardPolicy;

use crate::shared::last_uses::LastUses;
use crate::shared::outgoing::{EmailSender, TextSender};
use crate::shared::unwritten::Unwritten;

/// Every port, and the settings that rules need.
#[derive(Clone)]
pub struct Deps {
    /// The database.
    pub database: Arc<dyn Database>,
    /// The payment provider.
    pub gateway: Arc<dyn PaymentGateway>,
    /// Its webhooks' signatures.
    pub webhooks: Arc<dyn WebhookVerifier>,
    /// Prints receipts.
    pub receipts: Arc<dyn ReceiptPrinter>,
    /// Draws pictures again.
    pub pictures: Arc<dyn Pictures>,
    /// The present.
    pub clock: Arc<dyn Clock>,
    /// Session tokens and other random values.
    pub tokens: Arc<dyn Tokens>,
    /// Password hashes.
    pub passwords: Arc<dyn PasswordHasher>,
    /// Codes of second factors.
    pub time_codes: Arc<dyn TimeCodes>,
    /// Encryption of SSN digits and of second factors' secrets.
    pub vault: Arc<dyn Vault>,
    /// Where links lead: Lanewise's address, no slash at the end.
    pub public_url: Arc<str>,
    /// Texts to drivers, when a provider is set up.
    pub texts: Option<TextSender>,
    /// Cities that are asked for citations.
    pub sources: Arc<[Arc<dyn CitationSource>]>,
    /// Where legal help is offered.
    pub legal_help: Arc<LegalHelp>,
    /// The random id of this installation, which its intents carry at the provider.
    pub installation: Arc<str>,
    /// When sessions were last used, as far as that is not written down yet.
    pub last_uses: Arc<LastUses>,
    /// How long sessions live.
    pub sessions: SessionPolicy,
    /// Whether and how logins are guarded.
    pub guard: GuardPolicy,
    /// Staff without a second factor can do nothing but set one up.
    pub staff_need_second_factor: bool,
    /// Mail, where it can be sent.
    pub mail: Option<MailRoom>,
    /// What this process has done and could not write down.
    pub unwritten: Arc<Unwritten>,
}

/// What mails need.
#[derive(Clone)]
pub struct MailRoom {
    /// Sends them.
    pub sender: EmailSender,
    /// Where links lead: Lanewise's address, no slash at the end.
    pub public_url: String,
    /// Who to call.
    pub support_phone: String,
}
