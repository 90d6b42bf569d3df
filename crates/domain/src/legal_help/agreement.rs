//! The engagement agreement between driver and lawyer (docs/product/cases.md#agreement).

use chrono::{DateTime, Utc};

use crate::legal_help::case::record::Case;
use crate::legal_help::lawyer::LawyerRecord;
use crate::shared::ids::LawyerId;
use crate::shared::money::Money;

/// Maximum length of an agreement, in characters.
pub const MAX_AGREEMENT_CHARS: usize = 20_000;
/// Maximum length of a typed signature, in characters.
pub const MAX_SIGNATURE_CHARS: usize = 100;

/// Text of an agreement that is a PDF.
pub const PDF_TEXT: &str = "This agreement is a PDF file.";

/// An agreement that a lawyer sent. After a reassignment, the next lawyer sends another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The lawyer who sent the agreement.
    pub lawyer_id: LawyerId,
    /// Text of the agreement; [`PDF_TEXT`] if it is a PDF.
    pub text: String,
    /// Id of the case's file that is the agreement, if it is a PDF.
    pub file: Option<i64>,
    /// SHA-256 of the text or of the PDF, in hexadecimal.
    pub sha256: String,
    /// When the agreement was sent.
    pub sent_at: DateTime<Utc>,
    /// The driver's signature, once they signed.
    pub signature: Option<Signature>,
}

/// A driver's signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The name that the driver typed.
    pub name: String,
    /// When the driver signed.
    pub at: DateTime<Utc>,
}

/// Facts that the template of an agreement names.
#[derive(Clone, Copy, Debug)]
pub struct AgreementFacts<'a> {
    /// The driver's name.
    pub driver: &'a str,
    /// The lawyer.
    pub lawyer: &'a LawyerRecord,
    /// The citation number, if known.
    pub citation: Option<&'a str>,
    /// The violation.
    pub violation: &'a str,
    /// The flat fee, which the driver paid.
    pub fee: Money,
}

/// Sentence of the agreement for a case without fee terms, about who decides on refunds.
const STAFF_DECIDE: &str = "Until the lawyer files an appearance the client can end this agreement and gets back the \
                            full price. After that, Lanewise's staff decide with both what is refunded.";

/// Writes the template of an agreement. The lawyer can change it before sending it.
pub fn template(case: &Case, facts: AgreementFacts<'_>) -> String {
    let AgreementFacts { driver, lawyer, citation, violation, fee } = facts;
    let state = case.court.state;
    let license = state.and_then(|state| lawyer.license_in(state));
    let license = license.map_or_else(String::new, |license| {
        format!(", {} bar license {}", license.state.name(), license.number)
    });
    let citation =
        citation.map_or_else(|| "without a citation number".to_owned(), |number| format!("number {number}"));
    let place = [case.court.name.as_deref(), state.map(|state| state.name())];
    let place = place.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let place = if place.is_empty() { String::new() } else { format!(" in {place}") };
    let LawyerRecord { name, firm, .. } = lawyer;
    let earned = case.fee.map_or_else(
        || STAFF_DECIDE.to_owned(),
        |terms| {
            let percent = terms.appearance_earns;
            format!(
                "Filing an appearance earns {percent}% of the fee, and the court's decision earns the rest. If \
                 this agreement ends before the decision, the client gets back what isn't earned."
            )
        },
    );
    format!(
        "Agreement for legal services\n\n\
         1. Parties. {name} of {firm}{license} (the lawyer) represents {driver} (the client). Lanewise isn't a law \
         firm and isn't a party to the representation.\n\n\
         2. Scope. The lawyer represents the client for one ticket: {violation}, {citation}{place}. Appeals, other \
         tickets and license hearings aren't included.\n\n\
         3. Fee. The fee is a flat {}, which the client has paid. Fines and court costs aren't included; the client \
         pays them.\n\n\
         4. Decisions. The client decides whether to accept an offer. The lawyer passes on each offer and reports on \
         the case at least every 30 days.\n\n\
         5. No promise. The lawyer can't promise an outcome.\n\n\
         6. Ending. The client and the lawyer can each end this agreement. The lawyer may end it only as the rules of \
         the court and of the bar allow. {earned}\n",
        fee.for_display(),
    )
}

/// Whether a typed signature is the account's name, ignoring case and spaces.
pub fn is_name_of(signed: &str, account: &str) -> bool {
    let plain = |name: &str| name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    plain(signed) == plain(account)
}
