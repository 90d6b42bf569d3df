//! Evidence against a chargeback: its fields and their maximum lengths (docs/product/payments.md#evidence).

use std::collections::BTreeMap;

use crate::shared::stored_words::stored_words;

/// A field of the evidence that the provider accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EvidenceField {
    /// Name of the driver who paid.
    CustomerName,
    /// Email address of the driver who paid.
    CustomerEmail,
    /// IP address of the driver's last login before the payment.
    CustomerAddress,
    /// Description of the paid item, as the driver saw it when paying.
    Product,
    /// Day of the payment.
    ServiceDate,
    /// Times and IP addresses of the driver's logins.
    AccessLog,
    /// Why the payment was not refunded.
    RefundRefusal,
    /// The amount that the driver confirmed, the receipt number, refunds, and chat messages between
    /// the driver and staff.
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

/// Maximum total length of all fields, in characters, set by the provider.
pub const MAX_TOTAL: usize = 150_000;

impl EvidenceField {
    /// Maximum length of this field, in characters, set by the provider.
    pub const fn max_chars(self) -> usize {
        match self {
            Self::CustomerName | Self::CustomerEmail | Self::CustomerAddress | Self::ServiceDate => 500,
            Self::Product | Self::AccessLog | Self::RefundRefusal | Self::Other => 20_000,
        }
    }
}

/// Evidence as strings by field. No string is empty or longer than the provider accepts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence(BTreeMap<EvidenceField, String>);

impl Evidence {
    /// Sets a field's value, trimmed and truncated to the field's maximum length. A blank string clears the field.
    #[must_use]
    pub fn with(mut self, field: EvidenceField, text: &str) -> Self {
        let text: String = text.trim().chars().take(field.max_chars()).collect();
        if text.is_empty() {
            self.0.remove(&field);
        } else {
            self.0.insert(field, text);
        }
        self
    }

    /// Validates evidence that staff typed.
    ///
    /// # Errors
    /// Fails with the first field that is too long, or with [`EvidenceField::Other`] if the
    /// total is too long.
    pub fn parse(texts: &BTreeMap<EvidenceField, String>) -> Result<Self, EvidenceField> {
        let mut evidence = Self::default();
        for (field, text) in texts {
            if text.trim().chars().count() > field.max_chars() {
                return Err(*field);
            }
            evidence = evidence.with(*field, text);
        }
        let all: usize = evidence.0.values().map(|text| text.chars().count()).sum();
        if all > MAX_TOTAL { Err(EvidenceField::Other) } else { Ok(evidence) }
    }

    /// The value of a field; `None` if the field is empty.
    pub fn get(&self, field: EvidenceField) -> Option<&str> {
        self.0.get(&field).map(String::as_str)
    }

    /// Returns every field in the order of [`EvidenceField::ALL`], with its value; `None` for an empty field.
    pub fn fields(&self) -> impl Iterator<Item = (EvidenceField, Option<&str>)> {
        EvidenceField::ALL.iter().map(|field| (*field, self.get(*field)))
    }

    /// Whether all fields are empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
