//! Evidence for a bank: what can be said against a chargeback, and how much of it (docs/PRODUCT.md#evidence).

use std::collections::BTreeMap;

use crate::shared::words::stored_words;

/// What evidence has a place for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EvidenceField {
    /// Who paid.
    CustomerName,
    /// Their email address.
    CustomerEmail,
    /// The address on the network from which they last logged in before paying.
    CustomerAddress,
    /// What was paid for, as it was shown.
    Product,
    /// The day on which it was paid and recorded.
    ServiceDate,
    /// When and from where they logged in.
    AccessLog,
    /// Why it was not refunded.
    RefundRefusal,
    /// The receipt, what was confirmed, and what was written to us.
    Other,
}

stored_words!(EvidenceField {
    CustomerName => "customer_name",
    CustomerEmail => "customer_email",
    CustomerAddress => "customer_address",
    Product => "product",
    ServiceDate => "service_date",
    AccessLog => "access_log",
    RefundRefusal => "refund_refusal",
    Other => "other",
});

/// The provider takes no more characters in all fields together than this.
pub const MOST_IN_ALL: usize = 150_000;

impl EvidenceField {
    /// The most characters that the provider takes in this field.
    pub const fn most(self) -> usize {
        match self {
            Self::CustomerName | Self::CustomerEmail | Self::CustomerAddress | Self::ServiceDate => 500,
            Self::Product | Self::AccessLog | Self::RefundRefusal | Self::Other => 20_000,
        }
    }
}

/// Evidence, field by field. No field is empty or longer than the provider takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence(BTreeMap<EvidenceField, String>);

impl Evidence {
    /// Puts a text in its field, cut where the provider would take no more; an empty one leaves the field empty.
    #[must_use]
    pub fn with(mut self, field: EvidenceField, text: &str) -> Self {
        let text: String = text.trim().chars().take(field.most()).collect();
        if text.is_empty() {
            self.0.remove(&field);
        } else {
            self.0.insert(field, text);
        }
        self
    }

    /// What staff typed.
    ///
    /// # Errors
    /// The field that is too long.
    pub fn typed(texts: &BTreeMap<EvidenceField, String>) -> Result<Self, EvidenceField> {
        let mut evidence = Self::default();
        for (field, text) in texts {
            if text.trim().chars().count() > field.most() {
                return Err(*field);
            }
            evidence = evidence.with(*field, text);
        }
        let all: usize = evidence.0.values().map(|text| text.chars().count()).sum();
        if all > MOST_IN_ALL { Err(EvidenceField::Other) } else { Ok(evidence) }
    }

    /// The text of a field.
    pub fn get(&self, field: EvidenceField) -> Option<&str> {
        self.0.get(&field).map(String::as_str)
    }

    /// Every field, filled or not, in one order.
    pub fn fields(&self) -> impl Iterator<Item = (EvidenceField, Option<&str>)> {
        EvidenceField::ALL.iter().map(|field| (*field, self.get(*field)))
    }

    /// Whether it says nothing at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
