//! Renders documents with as many pages as needed: headings, tables, paragraphs and photos, tagged for screen
//! readers.

use krilla::image::Image;
use krilla::page::PageSettings;
use krilla::tagging::{TableHeaderScope, Tag, TagGroup, TagTree};
use ports::shared::store_error::BoxError;

use crate::canvas::{BLUE, Canvas, Fonts, INK, LINE, Style};
use crate::sheet::{
    DocumentMetadata, HEIGHT, LABEL, LEADING, LEFT, PLAIN, RIGHT, VALUE, VALUES, WIDTH, finish_document,
    new_document,
};

/// Y position at which a page's contents start, in points.
const TOP: f32 = 96.0;
/// Y position at which a page's contents end, in points.
const BOTTOM: f32 = HEIGHT - 84.0;
/// Maximum width of a photo on a page, in points.
const PHOTO_WIDTH: f32 = RIGHT - LEFT;
/// Maximum height of a photo on a page, in points.
const PHOTO_HEIGHT: f32 = 280.0;
/// Maximum number of lines of a table's value, which isn't split between pages.
const MAX_VALUE_LINES: usize = 12;
/// Maximum number of lines of one paragraph block, which isn't split between pages.
const MAX_PARAGRAPH_LINES: usize = 30;

/// A part of a document that isn't divided between two pages.
pub enum Block {
    Title(String),
    Heading(String),
    Row {
        name: &'static str,
        lines: Vec<String>,
    },
    Paragraph {
        lines: Vec<String>,
        style: Style,
    },
    Photo {
        image: Image,
        width: f32,
        height: f32,
        /// Description of the photo for screen readers.
        text: String,
    },
    /// Vertical space, in points.
    Space(f32),
    /// A line to sign on, with a label below it.
    Signature {
        label: &'static str,
    },
    /// Blocks that stay on one page together, such as a photo and its name. The blocks are small enough for one page.
    Together(Vec<Block>),
}

impl Block {
    /// Returns the height that the block takes on a page, in points.
    fn height(&self) -> f32 {
        let lines = |lines: &[String]| lines.iter().map(|_| LEADING).sum::<f32>();
        match self {
            Self::Title(_) => 34.0,
            Self::Heading(_) => 40.0,
            Self::Row { lines: value, .. } => lines(value) + 10.0,
            Self::Paragraph { lines: text, .. } => lines(text) + 4.0,
            Self::Photo { height, .. } => height + 14.0,
            Self::Space(height) => *height,
            Self::Signature { .. } => 64.0,
            Self::Together(blocks) => blocks.iter().map(Self::height).sum(),
        }
    }

    /// Returns whether the block is a heading. A heading must be on the same page as the next block.
    const fn stays_with_next(&self) -> bool {
        matches!(self, Self::Title(_) | Self::Heading(_))
    }
}

impl Block {
    /// Creates a row of a table, with a name and a value.
    pub fn row(fonts: &Fonts, name: &'static str, value: &str) -> Self {
        let value = fonts.replace_undrawable(value);
        let lines = fonts.bold.break_lines(&value, VALUE.size, RIGHT - VALUES, MAX_VALUE_LINES);
        Self::Row { name, lines: if lines.is_empty() { vec![String::new()] } else { lines } }
    }

    /// Creates a photo from a JPEG, scaled down to fit the page. `name` is for screen readers.
    pub fn photo(fonts: &Fonts, jpeg: &[u8], name: &str) -> Result<Self, BoxError> {
        let image = Image::from_jpeg(jpeg.to_vec().into(), true)?;
        let (width, height) = image.size();
        let (width, height) = (to_points(width), to_points(height));
        let scale = (PHOTO_WIDTH / width).min(PHOTO_HEIGHT / height).min(1.0);
        let text = format!("Photo: {}", fonts.replace_undrawable(name));
        Ok(Self::Photo { image, width: width * scale, height: height * scale, text })
    }
}

/// The parts of a page above and below its contents.
pub struct Frame {
    /// Text at the right end of the top line, next to the brand. With `None`, the page shows neither text nor brand.
    pub head: Option<String>,
    /// Text at the left end of the bottom line, which also has the page number.
    pub foot: String,
}

/// Renders a document of one or more pages. `frame` has the texts above and below the blocks. With
/// `test_mode`, the PDF's title starts with `TEST`.
pub fn print(
    fonts: &Fonts,
    document_metadata: &DocumentMetadata,
    frame: &Frame,
    blocks: Vec<Block>,
    test_mode: bool,
) -> Result<Vec<u8>, BoxError> {
    let pages = paginate(blocks);
    let settings = PageSettings::from_wh(WIDTH, HEIGHT).ok_or("the page has no size")?;
    let mut document = new_document()?;
    let mut tree = TagTree::new().with_lang(Some("en-US".to_owned()));
    let count = pages.len();
    for (number, blocks) in (1..).zip(pages) {
        let mut page = document.start_page_with(settings.clone());
        let root = {
            let mut sheet =
                Page { canvas: Canvas::new(fonts, page.surface()), root: TagGroup::new(Tag::Part), y: 60.0 };
            sheet.draw_header(frame);
            sheet.draw_blocks(blocks);
            sheet.draw_footer(&format!("Page {number} of {count}"), frame);
            let Page { canvas, root, .. } = sheet;
            canvas.finish();
            root
        };
        page.finish();
        tree.push(root);
    }
    finish_document(document, tree, document_metadata, test_mode)
}

/// Distributes blocks over pages, and returns the blocks of each page.
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
            match block {
                Block::Together(blocks) => page.extend(blocks),
                block => page.push(block),
            }
        }
    }
    pages
}

/// Converts a length in pixels to points, one point per pixel. Photos are scaled afterwards.
fn to_points(pixels: u32) -> f32 {
    f32::from(u16::try_from(pixels.max(1)).unwrap_or(u16::MAX))
}

/// Shortens `text` to one line in bold. `size` is the font size. A shortened text ends with `…`.
pub fn first_line(fonts: &Fonts, text: &str, size: f32) -> String {
    let text = fonts.replace_undrawable(text);
    fonts.bold.break_lines(&text, size, RIGHT - LEFT, 1).into_iter().next().unwrap_or_default()
}

/// Breaks `text` into at most `max_lines` lines, and returns them as paragraph blocks. A long
/// text becomes several blocks.
pub fn paragraphs(fonts: &Fonts, text: &str, style: Style, max_lines: usize) -> Vec<Block> {
    let typeface = if style.bold { &fonts.bold } else { &fonts.regular };
    let lines: Vec<String> = text
        .lines()
        .flat_map(|line| {
            typeface.break_lines(&fonts.replace_undrawable(line), style.size, RIGHT - LEFT, max_lines)
        })
        .take(max_lines)
        .collect();
    let chunks = lines.chunks(MAX_PARAGRAPH_LINES);
    chunks.map(|lines| Block::Paragraph { lines: lines.to_vec(), style }).collect()
}

/// A page that is filled from top to bottom.
struct Page<'a, 'b> {
    canvas: Canvas<'a, 'b>,
    root: TagGroup,
    /// Y position of the top of the next block, in points.
    y: f32,
}

impl Page<'_, '_> {
    /// Draws the brand and the frame's text at the top of the page. Draws neither if the frame has no such text.
    fn draw_header(&mut self, frame: &Frame) {
        if let Some(text) = &frame.head {
            let brand = Style { size: 22.0, bold: true, color: BLUE };
            let id = self.canvas.draw_text(LEFT, self.y, brand, "Lanewise");
            self.tag_paragraph(id);
            let id = self.canvas.draw_text_ending_at(RIGHT, self.y, LABEL, text);
            self.tag_paragraph(id);
        }
        self.y = TOP;
    }

    /// Draws the blocks of a page. Consecutive rows form one table.
    fn draw_blocks(&mut self, blocks: Vec<Block>) {
        let mut table: Option<TagGroup> = None;
        for block in blocks {
            if let Block::Row { name, lines } = &block {
                let rows = table
                    .get_or_insert_with(|| TagGroup::new(Tag::Table.with_summary(Some("Facts".to_owned()))));
                let row = self.draw_row(name, lines);
                rows.push(row);
                continue;
            }
            if let Some(rows) = table.take() {
                self.root.push(rows);
            }
            self.draw_block(block);
        }
        if let Some(rows) = table {
            self.root.push(rows);
        }
    }

    /// Draws a block that isn't a table row, and moves `y` below it.
    fn draw_block(&mut self, block: Block) {
        let height = block.height();
        match block {
            Block::Title(text) => {
                self.draw_heading(1, &text, Style { size: 17.0, bold: true, color: INK }, 18.0);
            }
            Block::Heading(text) => {
                self.draw_heading(2, &text, Style { size: 13.0, bold: true, color: INK }, 28.0);
            }
            Block::Paragraph { lines, style } => {
                let mut group = TagGroup::new(Tag::P);
                for (at, line) in (0_u8..).zip(&lines) {
                    let y = self.y + 11.0 + f32::from(at) * LEADING;
                    group.push(self.canvas.draw_text(LEFT, y, style, line));
                }
                self.root.push(group);
            }
            Block::Photo { image, width, height, text } => {
                let id = self.canvas.draw_image(LEFT, self.y, (width, height), image);
                let mut group = TagGroup::new(Tag::Figure(Some(text)));
                group.push(id);
                self.root.push(group);
            }
            Block::Signature { label } => {
                let y = self.y + 40.0;
                self.canvas.draw_rectangle(LEFT, y, 240.0, 0.75, INK);
                let id = self.canvas.draw_text(LEFT, y + 14.0, PLAIN, label);
                self.tag_paragraph(id);
            }
            // `paginate` has replaced each `Together` with its blocks, and `draw_blocks` handles each `Row`. A
            // `Space` only moves `y`, below.
            Block::Space(_) | Block::Row { .. } | Block::Together(_) => {}
        }
        self.y += height;
    }

    /// Draws a table row, and returns its tag, which the caller adds to the table.
    fn draw_row(&mut self, name: &'static str, lines: &[String]) -> TagGroup {
        self.canvas.draw_rectangle(LEFT, self.y, RIGHT - LEFT, 0.75, LINE);
        let mut header = TagGroup::new(Tag::TH(TableHeaderScope::Row));
        let mut cell = TagGroup::new(Tag::TD);
        header.push(self.canvas.draw_text(LEFT, self.y + 16.0, LABEL, name));
        for (at, line) in (0_u8..).zip(lines) {
            let y = self.y + 16.0 + f32::from(at) * LEADING;
            cell.push(self.canvas.draw_text(VALUES, y, VALUE, line));
        }
        self.y += lines.iter().map(|_| LEADING).sum::<f32>() + 10.0;
        let mut group = TagGroup::new(Tag::TR);
        group.push(header);
        group.push(cell);
        group
    }

    /// Draws a heading. `level` is its level for screen readers, and `baseline` its distance from `y`, in points.
    fn draw_heading(&mut self, level: u16, text: &str, style: Style, baseline: f32) {
        let id = self.canvas.draw_text(LEFT, self.y + baseline, style, text);
        let Some(level) = std::num::NonZeroU16::new(level) else { return };
        let mut group = TagGroup::new(Tag::Hn(level, Some(text.to_owned())));
        group.push(id);
        self.root.push(group);
    }

    /// Draws the bottom line: the frame's text and `page`, the page number.
    fn draw_footer(&mut self, page: &str, frame: &Frame) {
        let y = HEIGHT - 46.0;
        self.canvas.draw_rectangle(LEFT, y - 14.0, RIGHT - LEFT, 0.75, LINE);
        if !frame.foot.is_empty() {
            let id = self.canvas.draw_text(LEFT, y + 4.0, PLAIN, &frame.foot);
            self.tag_paragraph(id);
        }
        let id = self.canvas.draw_text_ending_at(RIGHT, y + 4.0, PLAIN, page);
        self.tag_paragraph(id);
    }

    /// Adds a drawn text to the reading order, as a paragraph. `id` is the text's tag.
    fn tag_paragraph(&mut self, id: krilla::tagging::Identifier) {
        let mut group = TagGroup::new(Tag::P);
        group.push(id);
        self.root.push(group);
    }
}
