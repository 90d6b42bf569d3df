//! What a receipt looks like: a US letter page, everything at fixed places, long texts in a bounded number of lines.

use std::num::NonZeroU16;

use chrono::{DateTime, Datelike, Timelike, Utc};
use chrono_tz::Tz;
use domain::payments::receipt::{PaidStatus, day, moment};
use domain::shared::money::Money;
use domain::shared::payable::PayableKind;
use krilla::configure::{Accessibility, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::Point;
use krilla::metadata::{DateTime as PdfTime, Metadata};
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::tagging::{Node, TableHeaderScope, Tag, TagGroup, TagTree};
use krilla::{Document, SerializeSettings};
use ports::payments::receipts::{PrintError, Receipt};

use crate::canvas::{AMBER, BAND_INK, BLUE, Canvas, Fonts, INK, LINE, SOFT, Style};
use crate::typeface::CANNOT_DRAW;

const WIDTH: f32 = 612.0;
const HEIGHT: f32 = 792.0;
const LEFT: f32 = 60.0;
const RIGHT: f32 = WIDTH - LEFT;
/// Where the values of the table begin.
const VALUES: f32 = 220.0;
const LEADING: f32 = 16.0;

const LABEL: Style = Style { size: 10.5, bold: false, color: SOFT };
const VALUE: Style = Style { size: 11.5, bold: true, color: INK };
const PLAIN: Style = Style { size: 10.5, bold: false, color: SOFT };

/// Prints a receipt.
pub fn print(
    fonts: &Fonts,
    receipt: &Receipt,
    support_phone: &str,
    test_mode: bool,
    tz: Tz,
) -> Result<Vec<u8>, PrintError> {
    let failed = |what: &'static str| PrintError(what.into());
    let title = format!("{}Receipt {}", if test_mode { "TEST " } else { "" }, receipt.number);
    let configuration = ConfigurationBuilder::new()
        .with_accessibility_validator(Accessibility::UA1)
        .finish()
        .map_err(|_| failed("PDF/UA-1 is not available"))?;
    let mut document =
        Document::new_with(SerializeSettings { configuration, ..SerializeSettings::default() });
    let settings = PageSettings::from_wh(WIDTH, HEIGHT).ok_or_else(|| failed("the page has no size"))?;
    let root = {
        let mut page = document.start_page_with(settings);
        let root = draw(Canvas::new(fonts, page.surface()), receipt, support_phone, test_mode, tz);
        page.finish();
        root
    };
    let mut tree = TagTree::new().with_lang(Some("en-US".to_owned()));
    tree.push(root);
    document.set_tag_tree(tree);
    let mut outline = Outline::new();
    outline.push_child(OutlineNode::new(title.clone(), XyzDestination::new(0, Point::from_xy(0.0, 0.0))));
    document.set_outline(outline);
    document.set_metadata(metadata(receipt, title));
    document.finish().map_err(|error| PrintError(format!("{error:?}").into()))
}

fn draw(canvas: Canvas, receipt: &Receipt, support_phone: &str, test_mode: bool, tz: Tz) -> TagGroup {
    let mut sheet = Sheet { canvas, root: TagGroup::new(Tag::Part), y: 60.0, replaced: false };
    sheet.head(receipt, test_mode);
    sheet.amount(receipt, tz);
    sheet.table("Payment", &payment_rows(receipt, tz));
    if let Some(fees) = receipt.fees {
        sheet.table(
            "Fees on record",
            &[
                row("Processing fee", format!("${}", fees.processing), 1),
                row("Our fee", format!("${}", fees.ours), 1),
            ],
        );
        sheet.paragraph(
            "These fees are kept in our books. They were not added to what your card was charged.",
        );
    }
    sheet.foot(support_phone);
    let Sheet { canvas, root, .. } = sheet;
    canvas.finish();
    root
}

fn metadata(receipt: &Receipt, title: String) -> Metadata {
    let metadata = Metadata::new()
        .title(title)
        .language("en-US".to_owned())
        .creator("Lanewise".to_owned())
        .document_id(receipt.number.clone());
    pdf_time(receipt.paid_at).map_or(metadata.clone(), |time| metadata.creation_date(time))
}

fn pdf_time(at: DateTime<Utc>) -> Option<PdfTime> {
    let part = |number: u32| u8::try_from(number).ok();
    Some(
        PdfTime::new(u16::try_from(at.year()).ok()?)
            .month(part(at.month())?)
            .day(part(at.day())?)
            .hour(part(at.hour())?)
            .minute(part(at.minute())?)
            .second(part(at.second())?)
            .utc_offset_hour(0)
            .utc_offset_minute(0),
    )
}

struct Row {
    name: &'static str,
    value: String,
    /// At most so many lines.
    lines: usize,
}

fn row(name: &'static str, value: impl Into<String>, lines: usize) -> Row {
    Row { name, value: value.into(), lines }
}

fn payment_rows(receipt: &Receipt, tz: Tz) -> Vec<Row> {
    let item = &receipt.item;
    let (what, number, label, date) = match item.kind {
        PayableKind::Ticket => ("Traffic ticket", "Ticket number", "Violation", "Issued"),
        PayableKind::Parking => ("Parking ticket", "Ticket number", "Violation", "Issued"),
        PayableKind::Toll => ("Toll", "Toll number", "Toll road", "Incurred"),
        PayableKind::Lawyer => ("Lawyer for a traffic ticket", "Ticket number", "Violation", "Issued"),
    };
    let mut rows = vec![
        row("Receipt number", receipt.number.clone(), 1),
        row("Confirmation number", receipt.confirmation_number.clone(), 1),
        row("Paid by", receipt.payer.clone(), 3),
        row("Paid on", moment(receipt.paid_at, tz), 1),
        row("Paid for", what, 1),
    ];
    rows.extend(receipt.card.as_ref().map(|card| row("Card", card.to_string(), 1)));
    rows.extend(item.id.map(|id| row(number, format!("#{id}"), 1)));
    rows.extend(item.label.clone().map(|text| row(label, text, 3)));
    rows.extend(item.place.clone().map(|text| row("Place", text, 3)));
    rows.extend(item.date.map(|at| row(date, day(at), 1)));
    rows.extend(receipt.is_estimated.then(|| row("Fine", "Estimated from the violation and its points", 1)));
    rows
}

fn status(receipt: &Receipt, tz: Tz) -> String {
    match (receipt.status, receipt.refunded_at) {
        (PaidStatus::Refunded, Some(at)) => format!("Refunded in full on {}", moment(at, tz)),
        (PaidStatus::Refunded, None) => "Refunded in full".to_owned(),
        (PaidStatus::PartlyRefunded, _) if receipt.refunded == Money::ZERO => {
            "Completed; a part of it is on its way back".to_owned()
        }
        (PaidStatus::PartlyRefunded, Some(at)) => {
            format!("${} refunded on {}", receipt.refunded, moment(at, tz))
        }
        (PaidStatus::PartlyRefunded, None) => format!("${} refunded", receipt.refunded),
        (PaidStatus::RefundPending, _) => "Refund pending: you get the full amount back".to_owned(),
        (PaidStatus::Chargeback, _) => format!("{}; not decided yet", taken_back(receipt)),
        (PaidStatus::ChargedBack, _) => taken_back(receipt),
        (PaidStatus::Completed | PaidStatus::Recorded, _) => receipt.status.as_str().to_owned(),
    }
}

/// What was refunded before stays told.
fn taken_back(receipt: &Receipt) -> String {
    match receipt.refunded {
        Money::ZERO => "Taken back by the bank".to_owned(),
        refunded => format!("${refunded} refunded, then taken back by the bank"),
    }
}

struct Sheet<'a, 'b> {
    canvas: Canvas<'a, 'b>,
    root: TagGroup,
    /// The next baseline.
    y: f32,
    replaced: bool,
}

impl Sheet<'_, '_> {
    fn head(&mut self, receipt: &Receipt, test_mode: bool) {
        let brand = self.canvas.text(LEFT, self.y, Style { size: 22.0, bold: true, color: BLUE }, "Lanewise");
        self.push(Tag::P, brand);
        let number = self.canvas.text_to(RIGHT, self.y, LABEL, &receipt.number);
        self.push(Tag::P, number);
        self.y += 22.0;
        if test_mode {
            self.canvas.rectangle(LEFT, self.y, RIGHT - LEFT, 40.0, AMBER);
            let style = Style { size: 17.0, bold: true, color: BAND_INK };
            let mark = self.canvas.text(LEFT + 14.0, self.y + 26.0, style, "TEST RECEIPT");
            let why = Style { size: 10.5, bold: false, color: BAND_INK };
            let note =
                self.canvas.text_to(RIGHT - 14.0, self.y + 25.0, why, "Test mode: no real money moved.");
            let mut banner = TagGroup::new(Tag::P);
            banner.push(mark);
            banner.push(note);
            self.root.push(banner);
            self.y += 40.0;
        }
        self.y += 40.0;
    }

    fn amount(&mut self, receipt: &Receipt, tz: Tz) {
        self.heading(1, "Payment receipt", Style { size: 17.0, bold: true, color: INK });
        self.y += 41.0;
        let style = Style { size: 36.0, bold: true, color: INK };
        let amount = self.canvas.text(LEFT, self.y, style, &dollars(receipt));
        self.push(Tag::P, amount);
        self.y += 22.0;
        let status = self.canvas.text(LEFT, self.y, Style { color: INK, ..VALUE }, &status(receipt, tz));
        self.push(Tag::P, status);
        self.y += 34.0;
    }

    fn heading(&mut self, level: u16, text: &str, style: Style) {
        let id = self.canvas.text(LEFT, self.y, style, text);
        let Some(level) = NonZeroU16::new(level) else { return };
        let mut group = TagGroup::new(Tag::Hn(level, Some(text.to_owned())));
        group.push(id);
        self.root.push(group);
    }

    /// Names and values; a name is the header of its row.
    fn table(&mut self, title: &str, rows: &[Row]) {
        self.heading(2, title, Style { size: 13.0, bold: true, color: INK });
        self.y += 10.0;
        let mut table = TagGroup::new(Tag::Table.with_summary(Some(title.to_owned())));
        for row in rows {
            self.canvas.rectangle(LEFT, self.y, RIGHT - LEFT, 0.75, LINE);
            self.y += 17.0;
            table.push(self.table_row(row));
            self.y += 8.0;
        }
        self.root.push(table);
        self.y += 20.0;
    }

    fn table_row(&mut self, row: &Row) -> TagGroup {
        let mut header = TagGroup::new(Tag::TH(TableHeaderScope::Row));
        header.push(self.canvas.text(LEFT, self.y, LABEL, row.name));
        let mut cell = TagGroup::new(Tag::TD);
        let value = self.canvas.fonts.drawable(&row.value);
        self.replaced |= value.contains(CANNOT_DRAW) && !row.value.contains(CANNOT_DRAW);
        let lines = self.canvas.typeface(VALUE).lines(&value, VALUE.size, RIGHT - VALUES, row.lines);
        for (at, line) in lines.iter().enumerate() {
            if at > 0 {
                self.y += LEADING;
            }
            cell.push(self.canvas.text(VALUES, self.y, VALUE, line));
        }
        let mut group = TagGroup::new(Tag::TR);
        group.push(header);
        group.push(cell);
        group
    }

    fn paragraph(&mut self, text: &str) {
        self.y -= 8.0;
        let id = self.canvas.text(LEFT, self.y, PLAIN, text);
        self.push(Tag::P, id);
        self.y += 24.0;
    }

    fn foot(&mut self, support_phone: &str) {
        self.y = HEIGHT - 46.0;
        if self.replaced {
            let text =
                format!("{CANNOT_DRAW} stands for a character that this receipt’s font does not have.");
            let id = self.canvas.text(LEFT, self.y - 24.0, PLAIN, &text);
            self.push(Tag::P, id);
        }
        self.canvas.rectangle(LEFT, self.y - 14.0, RIGHT - LEFT, 0.75, LINE);
        let phone = self.canvas.fonts.drawable(support_phone);
        let text = format!("Questions? Call {phone} and have the confirmation number at hand.");
        let style = self.canvas.typeface(PLAIN).lines(&text, PLAIN.size, RIGHT - LEFT, 1);
        let id = self.canvas.text(LEFT, self.y + 4.0, PLAIN, style.first().map_or("", String::as_str));
        self.push(Tag::P, id);
    }

    fn push<T>(&mut self, tag: Tag<T>, id: impl Into<Node>)
    where
        krilla::tagging::TagKind: From<Tag<T>>,
    {
        let mut group = TagGroup::new(tag);
        group.push(id);
        self.root.push(group);
    }
}

/// `$1,250.00`.
fn dollars(receipt: &Receipt) -> String {
    let text = receipt.amount.to_string();
    let (whole, cents) = text.split_once('.').unwrap_or((&text, "00"));
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("${grouped}.{cents}")
}
