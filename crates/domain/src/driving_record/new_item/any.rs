use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::details::{ParkingDetails, TicketDetails, TollDetails};
use super::limits::{DUE_DATE, DUE_DATE_IS_OURS, FieldErrors, OWED, SETTLED_UNPAID};
use super::reader::Reader;
use super::table::{Field, Fields};
use crate::driving_record::kinds::{ChargeStatus, ItemKind};

/// Unvalidated values of an item's fields, as strings from a form or a row of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemDraft {
    kind: ItemKind,
    texts: BTreeMap<&'static str, String>,
}

/// Validated fields of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemDetails {
    /// Fields of a traffic ticket.
    Ticket(Box<TicketDetails>),
    /// Fields of a parking ticket.
    Parking(ParkingDetails),
    /// Fields of a toll.
    Toll(TollDetails),
}

impl ItemKind {
    /// The table of fields that items of this kind have.
    pub fn fields(self) -> &'static [Field] {
        match self {
            Self::Ticket => TicketDetails::FIELDS,
            Self::Parking => ParkingDetails::FIELDS,
            Self::Toll => TollDetails::FIELDS,
        }
    }
}

impl ItemDraft {
    /// Creates an empty draft.
    pub fn new(kind: ItemKind) -> Self {
        Self { kind, texts: BTreeMap::new() }
    }

    /// The kind of item that the draft becomes.
    pub fn kind(&self) -> ItemKind {
        self.kind
    }

    /// Returns the value of the field with this name; empty if the field isn't set.
    pub fn text(&self, name: &str) -> &str {
        self.texts.get(name).map_or("", String::as_str)
    }

    /// Sets a field's value; an empty string clears it. Names of fields that this kind doesn't have are ignored. A
    /// changed due date clears [`DUE_DATE_IS_OURS`], and a changed amount or status clears [`SETTLED_UNPAID`].
    #[must_use]
    pub fn with(mut self, name: &str, text: impl Into<String>) -> Self {
        if let Some(field) = self.kind.fields().iter().find(|field| field.name == name) {
            let text = text.into();
            // An entered due date replaces the estimated one, so the flag for estimated dates is cleared.
            if name == DUE_DATE && self.texts.get(name) != Some(&text) {
                self.texts.remove(DUE_DATE_IS_OURS);
            }
            if OWED.contains(&name) && self.texts.get(name) != Some(&text) {
                self.texts.remove(SETTLED_UNPAID);
            }
            self.texts.insert(field.name, text);
        }
        self
    }

    /// Validates the draft against the table of fields. `stored_amount` is the item's stored amount, or
    /// `None` for a new item. An unchanged amount is accepted even if the current rules would refuse it.
    ///
    /// # Errors
    /// Returns all invalid fields, each with a sentence.
    pub fn validate(
        &self,
        today: NaiveDate,
        stored_amount: Option<&str>,
    ) -> Result<ItemDetails, FieldErrors> {
        let mut reader = Reader::new(&self.texts, today, stored_amount);
        let details = match self.kind {
            ItemKind::Ticket => {
                TicketDetails::read(&mut reader).map(|read| ItemDetails::Ticket(Box::new(read)))
            }
            ItemKind::Parking => ParkingDetails::read(&mut reader).map(ItemDetails::Parking),
            ItemKind::Toll => TollDetails::read(&mut reader).map(ItemDetails::Toll),
        };
        reader.finish(details)
    }
}

/// Evaluates an expression with the item's details, whatever the item's kind.
macro_rules! of_each {
    ($self:ident, $details:ident => $answer:expr) => {
        match $self {
            Self::Ticket($details) => $answer,
            Self::Parking($details) => $answer,
            Self::Toll($details) => $answer,
        }
    };
}

impl ItemDetails {
    /// The kind of item.
    pub fn kind(&self) -> ItemKind {
        match self {
            Self::Ticket(_) => ItemKind::Ticket,
            Self::Parking(_) => ItemKind::Parking,
            Self::Toll(_) => ItemKind::Toll,
        }
    }

    /// Returns every field's value as a string, always in the same order.
    pub fn fields(&self) -> Fields {
        of_each!(self, details => details.fields())
    }

    /// Returns the fields as a draft that a change can be applied to.
    pub fn draft(&self) -> ItemDraft {
        ItemDraft { kind: self.kind(), texts: self.fields().into_iter().collect() }
    }

    /// The number that the issuer gave the citation; `None` if unknown.
    pub fn citation_number(&self) -> Option<&str> {
        of_each!(self, details => details.citation_number.as_deref())
    }

    /// The authority that issued the citation, as staff, the driver or a file named it; `None` if unknown.
    pub fn issuer(&self) -> Option<&str> {
        of_each!(self, details => details.issuer.as_deref())
    }

    /// Sets the issuer if the item has none.
    #[must_use]
    pub fn or_issued_by(self, issuer: Option<&str>) -> Self {
        let issuer = self.issuer().or(issuer).map(str::to_owned);
        match self {
            Self::Ticket(details) => Self::Ticket(Box::new(TicketDetails { issuer, ..*details })),
            Self::Parking(details) => Self::Parking(ParkingDetails { issuer, ..details }),
            Self::Toll(details) => Self::Toll(TollDetails { issuer, ..details }),
        }
    }

    /// Day on which the violation or trip happened or the citation was issued.
    pub fn date(&self) -> NaiveDate {
        of_each!(self, details => details.date)
    }

    /// The amount as entered.
    pub fn amount(&self) -> &str {
        of_each!(self, details => &details.amount)
    }

    /// The item's status, as stored.
    pub fn status(&self) -> &'static str {
        of_each!(self, details => details.status.as_str())
    }

    /// Whether the driver disputes the item.
    pub fn is_disputed(&self) -> bool {
        of_each!(self, details => details.is_disputed)
    }

    /// Sets whether the driver disputes the item.
    #[must_use]
    pub fn with_dispute(self, is_disputed: bool) -> Self {
        match self {
            Self::Ticket(details) => Self::Ticket(Box::new(TicketDetails { is_disputed, ..*details })),
            Self::Parking(details) => Self::Parking(ParkingDetails { is_disputed, ..details }),
            Self::Toll(details) => Self::Toll(TollDetails { is_disputed, ..details }),
        }
    }

    /// Whether the item's status is `Paid`. Always false for a traffic ticket, whose status doesn't include payment.
    pub fn is_marked_paid(&self) -> bool {
        self.status() == ChargeStatus::Paid.as_str()
    }
}
