//! Renders documents with one page: header, headings, tables and paragraphs, tagged for screen readers. Text is
//! cut after its maximum number of lines.

use std::num::NonZeroU16;

use chrono::{DateTime, Datelike, Timelike, Utc};
use domain::shared::money::Money;
use krilla::configure::{Accessibility, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::Point;
use krilla::metadata::{DateTime as PdfTime, Metadata};
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::tagging::{Node, TableHeaderScope, Tag, TagGroup, TagTree};
use krilla::{Document, SerializeSettings};
use ports::shared::store_error::BoxError;

use crate::canvas::{AMBER, BAND_INK, BLUE, Canvas, Fonts, INK, LINE, SOFT, Style};
use crate::typeface::CANNOT_DRAW;

pub const WIDTH: f32 = 612.0;
pub const HEIGHT: f32 = 792.0;
pub const LEFT: f32 = 60.0;
pub const RIGHT: f32 = WIDTH - LEFT;
/// X position of the values in a table, in points.
pub const VALUES: f32 = 220.0;
pub const LEADING: f32 = 16.0;

pub const LABEL: Style = Style { size: 10.5, bold: false, color: SOFT };
pub const VALUE: Style = Style { size: 11.5, bold: true, color: INK };
pub const PLAIN: Style = Style { size: 10.5, bold: false, color: SOFT };

pub struct DocumentMetadata {
    /// The kind of document, such as `receipt`.
    pub what: &'static str,
    /// Title in the PDF's metadata.
    pub title: String,
    /// Number of the document, or of the payment that the document is about.
    pub number: String,
    /// Name of the number in the footer, such as `confirmation number`.
    pub number_name: &'static str,
    /// Date in the PDF's metadata.
    pub at: DateTime<Utc>,
}

/// The support phone number, and whether payments move no real money. All documents show these, except
/// letters that contest an item.
#[derive(Clone, Copy)]
pub struct DocumentContext<'a> {
    pub support_phone: &'a str,
    pub test_mode: bool,
}

/// Renders a document with one page as a PDF. `draw` fills the part between header and footer.
pub fn print(
    fonts: &Fonts,
    document_metadata: &DocumentMetadata,
    context: DocumentContext,
    draw: impl FnOnce(&mut Sheet),
) -> Result<Vec<u8>, BoxError> {
    let mut document = new_document()?;
    let settings = PageSettings::from_wh(WIDTH, HEIGHT).ok_or("the page has no size")?;
    let root = {
        let mut page = document.start_page_with(settings);
        let root = draw_page(Canvas::new(fonts, page.surface()), document_metadata, context, draw);
        page.finish();
        root
    };
    let mut tree = TagTree::new().with_lang(Some("en-US".to_owned()));
    tree.push(root);
    finish_document(document, tree, document_metadata, context.test_mode)
}

/// Starts a document that is tagged for screen readers.
pub fn new_document() -> Result<Document, BoxError> {
    let configuration = ConfigurationBuilder::new()
        .with_accessibility_validator(Accessibility::UA1)
        .finish()
        .map_err(|_| "PDF/UA-1 is not available")?;
    Ok(Document::new_with(SerializeSettings { configuration, ..SerializeSettings::default() }))
}

/// Adds tags, outline and metadata to a document, and returns the PDF. With `test_mode`, the
/// title starts with `TEST`.
pub fn finish_document(
    mut document: Document,
    tree: TagTree,
    document_metadata: &DocumentMetadata,
    test_mode: bool,
) -> Result<Vec<u8>, BoxError> {
    let title = format!("{}{}", if test_mode { "TEST " } else { "" }, document_metadata.title);
    document.set_tag_tree(tree);
    let mut outline = Outline::new();
    outline.push_child(OutlineNode::new(title.clone(), XyzDestination::new(0, Point::from_xy(0.0, 0.0))));
    document.set_outline(outline);
    document.set_metadata(metadata(document_metadata, title));
    document.finish().map_err(|error| format!("{error:?}").into())
}

/// Draws the whole page, and returns its tags in reading order. `draw` fills the part between header and footer.
fn draw_page(
    canvas: Canvas,
    document_metadata: &DocumentMetadata,
    context: DocumentContext,
    draw: impl FnOnce(&mut Sheet),
) -> TagGroup {
    let mut sheet =
        Sheet { canvas, root: TagGroup::new(Tag::Part), y: 60.0, above: 17.0, below: 8.0, replaced: false };
    sheet.draw_header(document_metadata, context.test_mode);
    draw(&mut sheet);
    sheet.draw_footer(document_metadata, context.support_phone);
    let Sheet { canvas, root, .. } = sheet;
    canvas.finish();
    root
}

fn metadata(document_metadata: &DocumentMetadata, title: String) -> Metadata {
    let metadata = Metadata::new()
        .title(title)
        .language("en-US".to_owned())
        .creator("Lanewise".to_owned())
        .document_id(document_metadata.number.clone());
    pdf_time(document_metadata.at).map_or(metadata.clone(), |time| metadata.creation_date(time))
}

/// Converts a time to the PDF library's type. Returns `None` if that type can't hold the year.
fn pdf_time(time: DateTime<Utc>) -> Option<PdfTime> {
    let part = |number: u32| u8::try_from(number).ok();
    Some(
        PdfTime::new(u16::try_from(time.year()).ok()?)
            .month(part(time.month())?)
            .day(part(time.day())?)
            .hour(part(time.hour())?)
            .minute(part(time.minute())?)
            .second(part(time.second())?)
            .utc_offset_hour(0)
            .utc_offset_minute(0),
    )
}

pub struct Row {
    name: &'static str,
    value: String,
    /// Maximum number of lines that the row's value may take.
    lines: usize,
}

/// Creates a table row. `lines` is the maximum number of lines that the value may take.
pub fn row(name: &'static str, value: impl Into<String>, lines: usize) -> Row {
    Row { name, value: value.into(), lines }
}

/// A page that is filled from top to bottom.
pub struct Sheet<'a, 'b> {
    canvas: Canvas<'a, 'b>,
    root: TagGroup,
    /// Y position of the next baseline, in points.
    y: f32,
    /// Space above the baseline of a table row, in points.
    above: f32,
    /// Space below the baseline of a table row, in points.
    below: f32,
    /// Whether `□` replaced a character on this page.
    replaced: bool,
}

impl Sheet<'_, '_> {
    /// Draws the brand, the document's number and, in test mode, a banner.
    fn draw_header(&mut self, document_metadata: &DocumentMetadata, test_mode: bool) {
        let brand =
            self.canvas.draw_text(LEFT, self.y, Style { size: 22.0, bold: true, color: BLUE }, "Lanewise");
        self.add_tagged(Tag::P, brand);
        let number = self.canvas.draw_text_ending_at(RIGHT, self.y, LABEL, &document_metadata.number);
        self.add_tagged(Tag::P, number);
        self.y += 22.0;
        if test_mode {
            self.canvas.draw_rectangle(LEFT, self.y, RIGHT - LEFT, 40.0, AMBER);
            let style = Style { size: 17.0, bold: true, color: BAND_INK };
            let mark = self.canvas.draw_text(
                LEFT + 14.0,
                self.y + 26.0,
                style,
                &format!("TEST {}", document_metadata.what.to_uppercase()),
            );
            let why = Style { size: 10.5, bold: false, color: BAND_INK };
            let note = self.canvas.draw_text_ending_at(
                RIGHT - 14.0,
                self.y + 25.0,
                why,
                "Test mode: no real money moved.",
            );
            let mut banner = TagGroup::new(Tag::P);
            banner.push(mark);
            banner.push(note);
            self.root.push(banner);
            self.y += 40.0;
        }
        self.y += 40.0;
    }

    /// Draws a paragraph, cut after `max_lines` lines.
    pub fn draw_paragraph(&mut self, text: &str, max_lines: usize) {
        let text = self.replace_undrawable(text);
        let style = Style { bold: false, ..VALUE };
        let mut group = TagGroup::new(Tag::P);
        for line in self.canvas.typeface(style).break_lines(&text, style.size, RIGHT - LEFT, max_lines) {
            group.push(self.canvas.draw_text(LEFT, self.y, style, &line));
            self.y += LEADING;
        }
        self.root.push(group);
    }

    /// Reduces the height of all following table rows, so that more rows fit on the page.
    pub fn reduce_row_height(&mut self) {
        (self.above, self.below) = (14.0, 6.0);
    }

    /// Draws a short string at the right end of the current line, without moving to the next line.
    pub fn draw_text_at_right(&mut self, text: &str) {
        let id = self.canvas.draw_text_ending_at(RIGHT, self.y, LABEL, text);
        self.add_tagged(Tag::P, id);
    }

    /// Leaves this much vertical space, in points.
    pub fn add_space(&mut self, room: f32) {
        self.y += room;
    }

    /// Draws `figure`, the page's main number, in large type, with a caption below it.
    pub fn draw_main_number(&mut self, figure: &str, caption: &str) {
        self.y += 41.0;
        let style = Style { size: 36.0, bold: true, color: INK };
        let figure = self.canvas.draw_text(LEFT, self.y, style, figure);
        self.add_tagged(Tag::P, figure);
        self.y += 22.0;
        let caption = self.canvas.draw_text(LEFT, self.y, Style { color: INK, ..VALUE }, caption);
        self.add_tagged(Tag::P, caption);
        self.y += 34.0;
    }

    /// Draws the document's title, as a heading of level 1.
    pub fn draw_title(&mut self, text: &str) {
        self.draw_heading(1, text, Style { size: 17.0, bold: true, color: INK });
    }

    /// Draws a heading without moving below it. `level` is its level for screen readers.
    fn draw_heading(&mut self, level: u16, text: &str, style: Style) {
        let id = self.canvas.draw_text(LEFT, self.y, style, text);
        let Some(level) = NonZeroU16::new(level) else { return };
        let mut group = TagGroup::new(Tag::Hn(level, Some(text.to_owned())));
        group.push(id);
        self.root.push(group);
    }

    /// Draws a table of names and values. For screen readers, each name is the header of its row.
    pub fn draw_table(&mut self, title: &str, rows: &[Row]) {
        self.draw_heading(2, title, Style { size: 13.0, bold: true, color: INK });
        self.y += 10.0;
        let mut table = TagGroup::new(Tag::Table.with_summary(Some(title.to_owned())));
        for row in rows {
            self.canvas.draw_rectangle(LEFT, self.y, RIGHT - LEFT, 0.75, LINE);
            self.y += self.above;
            table.push(self.draw_table_row(row));
            self.y += self.below;
        }
        self.root.push(table);
        self.y += 20.0;
    }

    /// Draws a table row, and returns its tag, which the caller adds to the table.
    fn draw_table_row(&mut self, row: &Row) -> TagGroup {
        let mut header = TagGroup::new(Tag::TH(TableHeaderScope::Row));
        header.push(self.canvas.draw_text(LEFT, self.y, LABEL, row.name));
        let mut cell = TagGroup::new(Tag::TD);
        let value = self.replace_undrawable(&row.value);
        let lines = self.canvas.typeface(VALUE).break_lines(&value, VALUE.size, RIGHT - VALUES, row.lines);
        for (at, line) in lines.iter().enumerate() {
            if at > 0 {
                self.y += LEADING;
            }
            cell.push(self.canvas.draw_text(VALUES, self.y, VALUE, line));
        }
        let mut group = TagGroup::new(Tag::TR);
        group.push(header);
        group.push(cell);
        group
    }

    /// Replaces characters that the fonts don't have. If there are such characters, the page's
    /// footer explains the replacement.
    fn replace_undrawable(&mut self, text: &str) -> String {
        self.replaced |= !self.canvas.fonts.unprintable_characters(text).is_empty();
        self.canvas.fonts.replace_undrawable(text)
    }

    /// Draws a line of small text below a table.
    pub fn draw_note(&mut self, text: &str) {
        self.y -= 8.0;
        let id = self.canvas.draw_text(LEFT, self.y, PLAIN, text);
        self.add_tagged(Tag::P, id);
        self.y += 24.0;
    }

    /// Draws the bottom line with the support phone number and, if a character was replaced, a note above it.
    fn draw_footer(&mut self, document_metadata: &DocumentMetadata, support_phone: &str) {
        self.y = HEIGHT - 46.0;
        if self.replaced {
            let text = format!(
                "{CANNOT_DRAW} replaces a character that this {}’s font does not have.",
                document_metadata.what
            );
            let id = self.canvas.draw_text(LEFT, self.y - 24.0, PLAIN, &text);
            self.add_tagged(Tag::P, id);
        }
        self.canvas.draw_rectangle(LEFT, self.y - 14.0, RIGHT - LEFT, 0.75, LINE);
        let phone = self.canvas.fonts.replace_undrawable(support_phone);
        let text = format!("Questions? Call {phone} and have the {} ready.", document_metadata.number_name);
        let style = self.canvas.typeface(PLAIN).break_lines(&text, PLAIN.size, RIGHT - LEFT, 1);
        let id = self.canvas.draw_text(LEFT, self.y + 4.0, PLAIN, style.first().map_or("", String::as_str));
        self.add_tagged(Tag::P, id);
    }

    /// Adds drawn contents to the reading order, in a new group with this tag. `id` identifies the contents. The
    /// functions that draw contents return it.
    fn add_tagged<T>(&mut self, tag: Tag<T>, id: impl Into<Node>)
    where
        krilla::tagging::TagKind: From<Tag<T>>,
    {
        let mut group = TagGroup::new(tag);
        group.push(id);
        self.root.push(group);
    }
}

/// Formats an amount of money, such as `$1,250.00`.
pub fn dollars(amount: Money) -> String {
    let text = amount.to_string();
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
