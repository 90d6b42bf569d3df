//! Templates of the engagement agreement: the shared templates, and templates of single states
//! (docs/product/cases.md#agreement).

use std::borrow::Cow;

use crate::shared::stored_words::stored_words;
use crate::shared::text::{self, TextError};

/// Maximum length of a template, in characters. Agreements may be longer, because values replace the placeholders.
pub const MAX_TEMPLATE_CHARS: usize = 15_000;

/// A placeholder in a template, such as `{client}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placeholder {
    /// The driver's name.
    Client,
    /// The lawyer's name, firm and license.
    Lawyer,
    /// The ticket's violation, such as `Speeding`.
    Violation,
    /// The citation number, or words that say that the ticket has none.
    Citation,
    /// The court's name and state.
    Court,
    /// The lawyer's flat fee, which the driver paid.
    Fee,
    /// What the lawyer earns and when, and what the client gets back.
    Refund,
}

stored_words!(Placeholder {
    Client => "client",
    Lawyer => "lawyer",
    Violation => "violation",
    Citation => "citation",
    Court => "court",
    Fee => "fee",
    Refund => "refund",
});

/// The template of an agreement: a text with placeholders in braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgreementTemplate(Cow<'static, str>);

/// The text of a shared template. `about_us` ends the section "Parties": a sentence about Lanewise, or nothing.
macro_rules! shared_text {
    ($about_us:literal) => {
        concat!(
            "Agreement for legal services\n\n1. Parties. {lawyer} (the lawyer) represents {client} (the client).",
            $about_us,
            "\n\n\
     2. Scope. The lawyer represents the client for one ticket in {court}: {violation} ({citation}). Appeals, other \
     tickets and license hearings aren't included.\n\n\
     3. Fee. The fee is a flat {fee}, which the client has paid. Fines and court costs aren't included; the client \
     pays them.\n\n\
     4. Decisions. The client decides whether to accept an offer. The lawyer passes on each offer and reports on the \
     case at least every 30 days.\n\n\
     5. No promise. The lawyer can't promise an outcome.\n\n\
     6. Ending. The client and the lawyer can each end this agreement. The lawyer may end it only as the rules of the \
     court and of the bar allow. {refund}\n"
        )
    };
}

/// The template for states without a template of their own, if the operator isn't a law firm there.
pub static SHARED_TEMPLATE: AgreementTemplate = AgreementTemplate(Cow::Borrowed(shared_text!(
    " Lanewise isn't a law firm and isn't a party to the representation."
)));

/// The template for states without a template of their own, if the operator of Lanewise is
/// a law firm there.
pub static LAW_FIRM_TEMPLATE: AgreementTemplate = AgreementTemplate(Cow::Borrowed(shared_text!("")));

/// Why a string isn't a valid template.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// The string is empty, too long or has control characters.
    #[error("{0}")]
    Text(#[from] TextError),
    /// The template has an opening brace that doesn't begin a placeholder. The string is the
    /// unknown name or, without a closing brace, the text from the opening brace on. It has
    /// at most 40 characters.
    #[error("{{{0}}} isn't a placeholder; write one of {{{names}}}", names = placeholder_names().join("}, {"))]
    UnknownPlaceholder(String),
}

/// Returns the names of all placeholders, for the error message about an unknown placeholder.
fn placeholder_names() -> Vec<&'static str> {
    Placeholder::ALL.iter().map(|placeholder| placeholder.as_str()).collect()
}

impl AgreementTemplate {
    /// Validates a template. A template must have at most [`MAX_TEMPLATE_CHARS`] characters
    /// and no unknown placeholders.
    pub fn parse(template: &str) -> Result<Self, TemplateError> {
        let template = text::paragraph(template, MAX_TEMPLATE_CHARS)?;
        let (parts, _) = split_at_placeholders(&template);
        match parts.into_iter().find(|(_, name)| Placeholder::parse(name).is_none()) {
            Some((_, name)) => Err(TemplateError::UnknownPlaceholder(name.chars().take(40).collect())),
            None => Ok(Self(Cow::Owned(template))),
        }
    }

    /// Replaces each placeholder with the value that `value` returns.
    pub fn fill(&self, value: impl Fn(Placeholder) -> String) -> String {
        let (parts, rest) = split_at_placeholders(&self.0);
        let value = |name| Placeholder::parse(name).map(&value).unwrap_or_default();
        let filled = parts.into_iter().map(|(text, name)| format!("{text}{}", value(name)));
        filled.collect::<String>() + rest
    }
}

/// Splits a template at its placeholders. Returns, for each placeholder, the string before it and its name; and the
/// string after the last placeholder.
fn split_at_placeholders(template: &str) -> (Vec<(&str, &str)>, &str) {
    let (mut parts, mut rest) = (vec![], template);
    while let Some((text, after)) = rest.split_once('{') {
        // Without a closing brace, the name includes the opening brace, so it never equals a placeholder's name.
        let (name, after) =
            after.split_once('}').unwrap_or((rest.strip_prefix(text).unwrap_or_default(), ""));
        parts.push((text, name));
        rest = after;
    }
    (parts, rest)
}
