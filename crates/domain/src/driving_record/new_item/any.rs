use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::details::{ParkingDetails, TicketDetails, TollDetails};
use super::limits::{DUE_DATE, DUE_DATE_IS_OURS, Wrong};
use super::reader::Reader;
use super::table::{Field, Fields};
use crate::driving_record::words::{ChargeStatus, ItemKind};

/// Any of the three as it came, from a form or from a line of a file: the texts of its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemDraft {
    kind: ItemKind,
    texts: BTreeMap<&'static str, String>,
}

/// Any of the three, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemDetails {
    /// A traffic ticket.
    Ticket(Box<TicketDetails>),
    /// A parking ticket.
    Parking(ParkingDetails),
    /// A toll.
    Toll(TollDetails),
}

impl ItemKind {
    /// The table of its fields.
    pub fn fields(self) -> &'static [Field] {
        match self {
            Self::Ticket => TicketDetails::FIELDS,
            Self::Parking => ParkingDetails::FIELDS,
            Self::Toll => TollDetails::FIELDS,
        }
    }
}

impl ItemDraft {
    /// A draft that says nothing yet.
    pub fn new(kind: ItemKind) -> Self {
        Self { kind, texts: BTreeMap::new() }
    }

    /// What it is a draft of.
    pub fn kind(&self) -> ItemKind {
        self.kind
    }

    /// Says something else of a field; an empty text says that there is nothing. What has no such field stays as it is.
    #[must_use]
    pub fn with(mut self, name: &str, text: impl Into<String>) -> Self {
        if let Some(field) = self.kind.fields().iter().find(|field| field.name == name) {
            let text = text.into();
            // Somebody gives another one: it is theirs from now on.
            if name == DUE_DATE && self.texts.get(name) != Some(&text) {
                self.texts.remove(DUE_DATE_IS_OURS);
            }
            self.texts.insert(field.name, text);
        }
        self
    }

    /// Holds it against the table. `held` is the amount that the item has: one from before these rules may stay.
    ///
    /// # Errors
    /// All that is wrong.
    pub fn check(&self, today: NaiveDate, held: Option<&str>) -> Result<ItemDetails, Wrong> {
        let mut reader = Reader::new(&self.texts, today, held);
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

/// Asks any of the three the same.
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
    /// What it is.
    pub fn kind(&self) -> ItemKind {
        match self {
            Self::Ticket(_) => ItemKind::Ticket,
            Self::Parking(_) => ItemKind::Parking,
            Self::Toll(_) => ItemKind::Toll,
        }
    }

    /// Every field as text, always in the same order.
    pub fn fields(&self) -> Fields {
        of_each!(self, details => details.fields())
    }

    /// The same as a draft: what a change begins with.
    pub fn draft(&self) -> ItemDraft {
        ItemDraft { kind: self.kind(), texts: self.fields().into_iter().collect() }
    }

    /// The day that it was issued or incurred on.
    pub fn date(&self) -> NaiveDate {
        of_each!(self, details => details.date)
    }

    /// The amount as entered.
    pub fn amount(&self) -> &str {
        of_each!(self, details => &details.amount)
    }

    /// The status's word.
    pub fn status(&self) -> &'static str {
        of_each!(self, details => details.status.as_str())
    }

    /// Whether its status says that it is paid; a traffic ticket's says nothing of it.
    pub fn says_paid(&self) -> bool {
        self.status() == ChargeStatus::Paid.as_str()
    }
}
