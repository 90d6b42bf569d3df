//! A sample receipt, and helpers for parsing PDFs.

use adapters_pdf::PdfPrinter;
use chrono::{DateTime, Utc};
use domain::payments::card::CardFacts;
use domain::payments::receipt::ReceiptStatus;
use domain::shared::money::Money;
use domain::shared::payable::PayableKind;
use lopdf::{Document, Object};
use ports::payments::receipts::{Receipt, ReceiptItem, ReceiptPrinter, RecordedFees};

pub fn time(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

pub fn receipt() -> Receipt {
    Receipt {
        trail: None,
        number: "LW-20261121-000042".to_owned(),
        confirmation_number: "CONF-239ABZ23Z2".to_owned(),
        payer: "Dana Rivera".to_owned(),
        item: ReceiptItem {
            kind: PayableKind::Ticket,
            id: Some(7),
            citation_number: Some("8765432109".to_owned()),
            issuer: Some("City of Austin".to_owned()),
            label: Some("Speeding".to_owned()),
            place: Some("I-35 North, mile 238, Austin, TX".to_owned()),
            date: "2026-11-03".parse().ok(),
            is_estimated: false,
        },
        amount: Money::from_cents(125_050),
        card: CardFacts::parse("visa", "4242"),
        fees: Some(RecordedFees { processing: Money::from_cents(299), ours: Money::from_cents(299) }),
        paid_at: time("2026-11-21T20:04:00Z"),
        status: ReceiptStatus::Completed,
        refunded: Money::ZERO,
        refunded_at: None,
    }
}

pub fn print(receipt: &Receipt, test_mode: bool) -> Vec<u8> {
    PdfPrinter::new("(555) 010-0199", test_mode).unwrap().print(receipt).unwrap()
}

/// The contents and structure of a parsed PDF.
pub struct Read {
    pub document: Document,
    /// The text of the first page, with words separated by single spaces. Tests of documents with several pages
    /// replace it with the text of all pages.
    pub text: String,
}

pub fn read(bytes: &[u8]) -> Read {
    let document = Document::load_mem(bytes).unwrap();
    let text = document.extract_text(&[1]).unwrap();
    Read { document, text: text.split_whitespace().collect::<Vec<_>>().join(" ") }
}

impl Read {
    /// Renders a receipt as a PDF and parses the PDF.
    pub fn of(receipt: &Receipt, test_mode: bool) -> Self {
        read(&print(receipt, test_mode))
    }

    pub fn pages(&self) -> usize {
        self.document.get_pages().len()
    }

    /// Returns for each page how often `caption` appears and how many images are drawn.
    pub fn captions_and_pictures(&self, caption: &str) -> Vec<(usize, usize)> {
        let pages = self.document.get_pages();
        let count = |(number, id): (u32, lopdf::ObjectId)| {
            let text = self.document.extract_text(&[number]).unwrap();
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let content = self.document.get_and_decode_page_content(id).unwrap();
            let pictures = content.operations.iter().filter(|operation| operation.operator == "Do").count();
            (text.matches(caption).count(), pictures)
        };
        pages.into_iter().map(count).collect()
    }

    pub fn catalog(&self, key: &str) -> Option<Object> {
        let object = self.document.catalog().unwrap().get(key.as_bytes()).ok()?;
        Some(self.document.dereference(object).unwrap().1.clone())
    }

    /// Returns the types of the PDF's structure elements, in reading order.
    pub fn structure(&self) -> Vec<String> {
        let mut found = vec![];
        let root = self.catalog("StructTreeRoot").unwrap();
        self.walk(root.as_dict().unwrap().get(b"K").unwrap(), &mut found);
        found
    }

    fn walk(&self, object: &Object, types: &mut Vec<String>) {
        match self.document.dereference(object).unwrap().1 {
            Object::Array(children) => children.iter().for_each(|child| self.walk(child, types)),
            Object::Dictionary(element) => {
                if let Ok(kind) = element.get(b"S").and_then(Object::as_name) {
                    types.push(String::from_utf8_lossy(kind).into_owned());
                }
                if let Ok(children) = element.get(b"K") {
                    self.walk(children, types);
                }
            }
            _ => {}
        }
    }
}
