//! Renders My file: as many pages as its facts, photos and messages need.

use domain::payments::receipt::format_local_time;
use domain::shared::business_time::BUSINESS_ZONE;
use krilla::image::Image;
use krilla::page::PageSettings;
use krilla::tagging::{TableHeaderScope, Tag, TagGroup, TagTree};
use ports::payments::my_file::{MyFile, MyFileAttachment};
use ports::payments::receipts::PrintError;

use crate::canvas::{BLUE, Canvas, Fonts, INK, LINE, Style};
use crate::sheet::{
    DocumentContext, DocumentMetadata, HEIGHT, LABEL, LEADING, LEFT, PLAIN, RIGHT, VALUE, VALUES, WIDTH,
    finish_document, new_document,
};

/// Top and bottom of the part of a page with contents, in points.
const TOP: f32 = 96.0;
const BOTTOM: f32 = HEIGHT - 84.0;
/// Largest size of a photo, in points.
const PHOTO_WIDTH: f32 = RIGHT - LEFT;
const PHOTO_HEIGHT: f32 = 280.0;
/// Maximum number of lines of a value, and of a paragraph that stays on one page.
const MAX_VALUE_LINES: usize = 12;
const MAX_PARAGRAPH_LINES: usize = 30;
/// Maximum number of lines of a message of 4,000 characters, also if each line is short.
const MAX_MESSAGE_LINES: usize = 400;

/// A part of the document that stays on one page.
enum Block {
    Title(String),
    Heading(String),
    Row { name: &'static str, lines: Vec<String> },
    Paragraph { lines: Vec<String>, style: Style },
    Photo { image: Image, width: f32, height: f32, text: String },
}

impl Block {
    fn height(&self) -> f32 {
        let lines = |lines: &[String]| lines.iter().map(|_| LEADING).sum::<f32>();
        match self {
            Self::Title(_) => 34.0,
            Self::Heading(_) => 40.0,
            Self::Row { lines: value, .. } => lines(value) + 10.0,
            Self::Paragraph { lines: text, .. } => lines(text) + 4.0,
            Self::Photo { height, .. } => height + 14.0,
        }
    }

    /// Whether the block must not be the last one of a page.
    const fn stays_with_next(&self) -> bool {
        matches!(self, Self::Title(_) | Self::Heading(_))
    }
}

/// Renders My file as a PDF.
pub fn print(fonts: &Fonts, file: &MyFile, house: DocumentContext) -> Result<Vec<u8>, PrintError> {
    let named = DocumentMetadata {
        what: "file",
        title: format!("My file: {}", file.label),
        number: file.number.clone(),
        number_name: "reference",
        at: file.made_at,
    };
    let pages = paginate(blocks(fonts, file)?);
    let failed = |what: &'static str| PrintError(what.into());
    let settings = PageSettings::from_wh(WIDTH, HEIGHT).ok_or_else(|| failed("the page has no size"))?;
    let mut document = new_document()?;
    let mut tree = TagTree::new().with_lang(Some("en-US".to_owned()));
    let count = pages.len();
    for (number, blocks) in (1..).zip(pages) {
        let mut page = document.start_page_with(settings.clone());
        let root = {
            let mut sheet =
                Page { canvas: Canvas::new(fonts, page.surface()), root: TagGroup::new(Tag::Part), y: 60.0 };
            sheet.head(&named, house.test_mode);
            sheet.draw(blocks);
            sheet.foot(&format!("Page {number} of {count}"), house.support_phone);
            let Page { canvas, root, .. } = sheet;
            canvas.finish();
            root
        };
        page.finish();
        tree.push(root);
    }
    finish_document(document, tree, &named, house.test_mode)
}

/// Distributes the blocks over pages.
fn paginate(blocks: Vec<Block>) -> Vec<Vec<Block>> {
    let mut pages = vec![vec![]];
    let mut y = TOP;
    let heights: Vec<f32> = blocks.iter().map(Block::height).collect();
    for (at, block) in blocks.into_iter().enumerate() {
        let height = block.height();
        let next =
            if block.stays_with_next() { heights.get(at + 1).copied().unwrap_or_default() } else { 0.0 };
        if y + height + next > BOTTOM && y > TOP {
            pages.push(vec![]);
            y = TOP;
        }
        y += height;
        if let Some(page) = pages.last_mut() {
            page.push(block);
        }
    }
    pages
}

fn blocks(fonts: &Fonts, file: &MyFile) -> Result<Vec<Block>, PrintError> {
    let made = format!("Made on {}", format_local_time(file.made_at, BUSINESS_ZONE));
    let mut blocks = vec![
        Block::Title(first_line(fonts, &file.label, 17.0)),
        Block::Paragraph { lines: vec![made], style: PLAIN },
    ];
    for section in &file.sections {
        blocks.push(Block::Heading(section.title.clone()));
        blocks.extend(section.rows.iter().map(|(name, value)| {
            let value = fonts.drawable(value);
            let lines = fonts.bold.lines(&value, VALUE.size, RIGHT - VALUES, MAX_VALUE_LINES);
            Block::Row { name, lines: if lines.is_empty() { vec![String::new()] } else { lines } }
        }));
    }
    if !file.attachments.is_empty() {
        blocks.push(Block::Heading("Photos and documents".to_owned()));
    }
    for attachment in &file.attachments {
        blocks.extend(attachment_blocks(fonts, attachment)?);
    }
    if let Some(messages) = &file.messages {
        blocks.push(Block::Heading("Messages with the lawyer".to_owned()));
        if messages.is_empty() {
            blocks.extend(paragraphs(fonts, "There are no messages.", PLAIN));
        }
        for message in messages {
            blocks.extend(paragraphs(fonts, &message.heading, LABEL));
            blocks.extend(paragraphs(fonts, &message.text, Style { bold: false, ..VALUE }));
        }
    }
    Ok(blocks)
}

fn attachment_blocks(fonts: &Fonts, attachment: &MyFileAttachment) -> Result<Vec<Block>, PrintError> {
    let mut blocks = paragraphs(fonts, &attachment.name, VALUE);
    blocks.extend(paragraphs(fonts, &attachment.about, PLAIN));
    if let Some(hash) = &attachment.sha256 {
        blocks.extend(paragraphs(fonts, &format!("SHA-256 of the original: {hash}"), PLAIN));
    }
    if let Some(photo) = &attachment.photo {
        let image = Image::from_jpeg(photo.clone().into(), true).map_err(|error| PrintError(error.into()))?;
        let (width, height) = image.size();
        let (width, height) = (to_points(width), to_points(height));
        let scale = (PHOTO_WIDTH / width).min(PHOTO_HEIGHT / height).min(1.0);
        let text = format!("Photo: {}", fonts.drawable(&attachment.name));
        // A photo stays with its name, which is at most a few lines.
        blocks.push(Block::Photo { image, width: width * scale, height: height * scale, text });
    }
    Ok(blocks)
}

/// A picture's pixel as a length, before the picture is scaled to the page.
fn to_points(pixels: u32) -> f32 {
    f32::from(u16::try_from(pixels.max(1)).unwrap_or(u16::MAX))
}

fn first_line(fonts: &Fonts, text: &str, size: f32) -> String {
    let text = fonts.drawable(text);
    fonts.bold.lines(&text, size, RIGHT - LEFT, 1).into_iter().next().unwrap_or_default()
}

/// Breaks a text into lines, and long texts into several blocks.
fn paragraphs(fonts: &Fonts, text: &str, style: Style) -> Vec<Block> {
    let typeface = if style.bold { &fonts.bold } else { &fonts.regular };
    let lines: Vec<String> = text
        .lines()
        .flat_map(|line| typeface.lines(&fonts.drawable(line), style.size, RIGHT - LEFT, MAX_MESSAGE_LINES))
        .take(MAX_MESSAGE_LINES)
        .collect();
    let chunks = lines.chunks(MAX_PARAGRAPH_LINES);
    chunks.map(|lines| Block::Paragraph { lines: lines.to_vec(), style }).collect()
}

/// A page that is filled from top to bottom.
struct Page<'a, 'b> {
    canvas: Canvas<'a, 'b>,
    root: TagGroup,
    /// Y position of the next block's top, in points.
    y: f32,
}

impl Page<'_, '_> {
    fn head(&mut self, named: &DocumentMetadata, test_mode: bool) {
        let brand = Style { size: 22.0, bold: true, color: BLUE };
        let id = self.canvas.text(LEFT, self.y, brand, "Lanewise");
        self.paragraph(id);
        let number = if test_mode { format!("TEST FILE, {}", named.number) } else { named.number.clone() };
        let id = self.canvas.text_to(RIGHT, self.y, LABEL, &number);
        self.paragraph(id);
        self.y = TOP;
    }

    fn draw(&mut self, blocks: Vec<Block>) {
        let mut table: Option<TagGroup> = None;
        for block in blocks {
            if let Block::Row { name, lines } = &block {
                let rows = table
                    .get_or_insert_with(|| TagGroup::new(Tag::Table.with_summary(Some("Facts".to_owned()))));
                let row = self.row(name, lines);
                rows.push(row);
                continue;
            }
            if let Some(rows) = table.take() {
                self.root.push(rows);
            }
            self.block(block);
        }
        if let Some(rows) = table {
            self.root.push(rows);
        }
    }

    fn block(&mut self, block: Block) {
        let height = block.height();
        match block {
            Block::Title(text) => {
                self.heading(1, &text, Style { size: 17.0, bold: true, color: INK }, 18.0);
            }
            Block::Heading(text) => {
                self.heading(2, &text, Style { size: 13.0, bold: true, color: INK }, 28.0);
            }
            Block::Paragraph { lines, style } => {
                let mut group = TagGroup::new(Tag::P);
                for (at, line) in (0_u8..).zip(&lines) {
                    let y = self.y + 11.0 + f32::from(at) * LEADING;
                    group.push(self.canvas.text(LEFT, y, style, line));
                }
                self.root.push(group);
            }
            Block::Photo { image, width, height, text } => {
                let id = self.canvas.image(LEFT, self.y, (width, height), image);
                let mut group = TagGroup::new(Tag::Figure(Some(text)));
                group.push(id);
                self.root.push(group);
            }
            Block::Row { .. } => {}
        }
        self.y += height;
    }

    fn row(&mut self, name: &'static str, lines: &[String]) -> TagGroup {
        self.canvas.rectangle(LEFT, self.y, RIGHT - LEFT, 0.75, LINE);
        let mut header = TagGroup::new(Tag::TH(TableHeaderScope::Row));
        let mut cell = TagGroup::new(Tag::TD);
        header.push(self.canvas.text(LEFT, self.y + 16.0, LABEL, name));
        for (at, line) in (0_u8..).zip(lines) {
            let y = self.y + 16.0 + f32::from(at) * LEADING;
            cell.push(self.canvas.text(VALUES, y, VALUE, line));
        }
        self.y += lines.iter().map(|_| LEADING).sum::<f32>() + 10.0;
        let mut group = TagGroup::new(Tag::TR);
        group.push(header);
        group.push(cell);
        group
    }

    fn heading(&mut self, level: u16, text: &str, style: Style, baseline: f32) {
        let id = self.canvas.text(LEFT, self.y + baseline, style, text);
        let Some(level) = std::num::NonZeroU16::new(level) else { return };
        let mut group = TagGroup::new(Tag::Hn(level, Some(text.to_owned())));
        group.push(id);
        self.root.push(group);
    }

    fn foot(&mut self, page: &str, support_phone: &str) {
        let y = HEIGHT - 46.0;
        self.canvas.rectangle(LEFT, y - 14.0, RIGHT - LEFT, 0.75, LINE);
        let phone = self.canvas.fonts.drawable(support_phone);
        let id = self.canvas.text(LEFT, y + 4.0, PLAIN, &format!("Questions? Call {phone}."));
        self.paragraph(id);
        let id = self.canvas.text_to(RIGHT, y + 4.0, PLAIN, page);
        self.paragraph(id);
    }

    fn paragraph(&mut self, id: krilla::tagging::Identifier) {
        let mut group = TagGroup::new(Tag::P);
        group.push(id);
        self.root.push(group);
    }
}
