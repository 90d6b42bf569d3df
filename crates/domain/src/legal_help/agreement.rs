//! The engagement agreement between driver and lawyer (docs/product/cases.md#agreement).

use chrono::{DateTime, Utc};

use crate::legal_help::agreement_template::{AgreementTemplate, Placeholder};
use crate::legal_help::case::record::Case;
use crate::legal_help::lawyer::LawyerRecord;
use crate::shared::ids::LawyerId;
use crate::shared::money::Money;

/// Maximum length of an agreement, in characters.
pub const MAX_AGREEMENT_CHARS: usize = 20_000;
/// Maximum length of a typed signature, in characters.
pub const MAX_SIGNATURE_CHARS: usize = 100;

/// Text that Lanewise stores for an agreement that is a PDF.
pub const PDF_TEXT: &str = "This agreement is a PDF file.";

/// An agreement that a lawyer sent. If the case gets another lawyer, that lawyer sends a new agreement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The lawyer who sent the agreement.
    pub lawyer_id: LawyerId,
    /// Text of the agreement; [`PDF_TEXT`] if it is a PDF.
    pub text: String,
    /// Id of the case's file with the agreement; `None` if the agreement isn't a PDF.
    pub file: Option<i64>,
    /// SHA-256 hash of the text or of the PDF, in hexadecimal.
    pub sha256: String,
    /// When the agreement was sent.
    pub sent_at: DateTime<Utc>,
    /// The driver's signature; `None` until the driver signs.
    pub signature: Option<Signature>,
}

impl Agreement {
    /// Removes the agreement's text, which staff may not read.
    pub fn without_text(self) -> Self {
        Self { text: String::new(), ..self }
    }
}

/// A driver's signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The name that the driver typed.
    pub name: String,
    /// When the driver signed.
    pub at: DateTime<Utc>,
}

/// Values for the placeholders of an agreement's template. The court and the text about refunds come from the case.
#[derive(Clone, Copy, Debug)]
pub struct AgreementFacts<'a> {
    /// The driver's name.
    pub driver: &'a str,
    /// The lawyer who sends the agreement.
    pub lawyer: &'a LawyerRecord,
    /// The ticket's citation number, if known.
    pub citation: Option<&'a str>,
    /// The ticket's violation.
    pub violation: &'a str,
    /// The flat fee, which the driver paid.
    pub fee: Money,
}

/// Sentences about refunds, for the agreement of a case without fee terms.
const STAFF_DECIDE: &str = "Until the lawyer files an appearance the client can end this agreement and gets back the \
                            full price. After that, Lanewise's staff decide with both what is refunded.";

/// Fills in an agreement's template for a case.
pub fn fill(template: &AgreementTemplate, case: &Case, facts: AgreementFacts<'_>) -> String {
    template.fill(|placeholder| match placeholder {
        Placeholder::Client => facts.driver.to_owned(),
        Placeholder::Lawyer => lawyer_text(case, facts.lawyer),
        Placeholder::Violation => facts.violation.to_owned(),
        Placeholder::Citation => facts
            .citation
            .map_or_else(|| "no citation number".to_owned(), |number| format!("citation number {number}")),
        Placeholder::Court => court_text(case),
        Placeholder::Fee => facts.fee.for_display(),
        Placeholder::Refund => refund_text(case),
    })
}

/// Returns the lawyer's name, firm and license in the court's state, if the lawyer has one there.
fn lawyer_text(case: &Case, lawyer: &LawyerRecord) -> String {
    let license = case.court.state.and_then(|state| lawyer.license_in(state));
    let license = license.map_or_else(String::new, |license| {
        format!(", {} bar license {}", license.state.name(), license.number)
    });
    format!("{} of {}{license}", lawyer.name, lawyer.firm)
}

/// Returns the court's name and state. If both are unknown, returns "the court on the ticket".
fn court_text(case: &Case) -> String {
    let court = [case.court.name.as_deref(), case.court.state.map(|state| state.name())];
    let court = court.into_iter().flatten().collect::<Vec<_>>().join(", ");
    if court.is_empty() { "the court on the ticket".to_owned() } else { court }
}

/// Returns the agreement's text about the lawyer's earnings and the client's refund.
fn refund_text(case: &Case) -> String {
    let Some(terms) = case.fee else { return STAFF_DECIDE.to_owned() };
    let percent = terms.appearance_earns;
    format!(
        "Filing an appearance earns {percent}% of the fee, and the court's decision earns the rest. If this agreement \
         ends before the decision, the client gets back what isn't earned."
    )
}

/// Whether a typed signature is the account's name, ignoring case and extra spaces.
pub fn is_same_name(signed: &str, account: &str) -> bool {
    let plain = |name: &str| name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    plain(signed) == plain(account)
}
