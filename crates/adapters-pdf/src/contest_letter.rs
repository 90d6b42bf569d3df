//! Renders a driver's letter that contests an item. The letter is the driver's own, so it doesn't show our
//! brand.

use domain::driving_record::contesting::letter::{Correspondent, MAX_WORDS_CHARS};
use ports::driving_record::contest_letters::{Enclosure, PrintedLetter};
use ports::shared::store_error::BoxError;

use crate::canvas::{Fonts, Style};
use crate::pages::{self, Block, Frame, first_line, paragraphs};
use crate::sheet::{DocumentMetadata, VALUE};
use crate::typeface::CANNOT_DRAW;

const TEXT: Style = Style { bold: false, ..VALUE };
/// Maximum number of lines of a paragraph. No paragraph has more characters than this, and each line has at least one
/// character, so no paragraph is cut off.
const NO_LIMIT: usize = MAX_WORDS_CHARS;

/// Renders a letter that contests an item as a PDF.
pub fn print(fonts: &Fonts, letter: &PrintedLetter) -> Result<Vec<u8>, BoxError> {
    let named = DocumentMetadata {
        what: "letter",
        title: format!("Letter to {}", letter.issuer.name),
        number: letter.number.clone(),
        number_name: "reference",
        at: letter.made_at,
    };
    let mut blocks = head_blocks(fonts, letter);
    blocks.extend(reason_blocks(fonts, letter));
    blocks.extend(enclosure_blocks(fonts, &letter.enclosures));
    blocks.push(Block::Signature { label: "Signature" });
    blocks.extend(paragraphs(fonts, &letter.sender.name, TEXT, NO_LIMIT));
    blocks.extend(photo_blocks(fonts, &letter.enclosures)?);
    let foot = if has_unprintable_text(fonts, letter) {
        format!("{CANNOT_DRAW} replaces a character that this letter’s font does not have.")
    } else {
        String::new()
    };
    pages::print(fonts, &named, &Frame { head: None, foot }, blocks, false)
}

/// Returns whether the fonts lack a character of the letter. The PDF replaces such a character, and a
/// note explains the replacement.
fn has_unprintable_text(fonts: &Fonts, letter: &PrintedLetter) -> bool {
    let Correspondent { name, address } = &letter.sender;
    let issuer = &letter.issuer;
    let enclosures = letter.enclosures.iter().map(|enclosure| &enclosure.name);
    let citation = letter.citation.iter().map(|(_, value)| value);
    let texts = [name, address, &issuer.name, &issuer.address, &letter.words, &letter.subject];
    fonts.has_unprintable(texts.into_iter().chain(enclosures).chain(citation))
}

/// Returns the blocks above the letter's text: both addresses, the date, the subject and the citation.
fn head_blocks(fonts: &Fonts, letter: &PrintedLetter) -> Vec<Block> {
    let mut blocks = address_blocks(fonts, &letter.sender);
    blocks.push(Block::Space(12.0));
    blocks.extend(paragraphs(fonts, &letter.day.format("%B %-d, %Y").to_string(), TEXT, NO_LIMIT));
    blocks.push(Block::Space(12.0));
    blocks.extend(address_blocks(fonts, &letter.issuer));
    blocks.push(Block::Space(12.0));
    blocks.push(Block::Title(first_line(fonts, &letter.subject, 17.0)));
    blocks.extend(letter.citation.iter().map(|(name, value)| Block::row(fonts, name, value)));
    blocks.push(Block::Space(16.0));
    blocks
}

/// Returns the blocks with the name and address of the sender or the recipient.
fn address_blocks(fonts: &Fonts, correspondent: &Correspondent) -> Vec<Block> {
    let mut blocks = paragraphs(fonts, &correspondent.name, VALUE, NO_LIMIT);
    blocks.extend(paragraphs(fonts, &correspondent.address, TEXT, NO_LIMIT));
    blocks
}

/// Returns the blocks with the letter's opening, the grounds, and the driver's own words.
fn reason_blocks(fonts: &Fonts, letter: &PrintedLetter) -> Vec<Block> {
    let mut blocks = paragraphs(fonts, &letter.opening, TEXT, NO_LIMIT);
    for ground in &letter.grounds {
        blocks.extend(paragraphs(fonts, &format!("• {ground}"), TEXT, NO_LIMIT));
    }
    // A blank line separates two paragraphs.
    let mut is_blank = true;
    for line in letter.words.lines() {
        if line.trim().is_empty() {
            is_blank = true;
            continue;
        }
        if std::mem::take(&mut is_blank) {
            blocks.push(Block::Space(10.0));
        }
        blocks.extend(paragraphs(fonts, line, TEXT, NO_LIMIT));
    }
    blocks
}

/// Returns the blocks that list the enclosures, or none if there are no enclosures.
fn enclosure_blocks(fonts: &Fonts, enclosures: &[Enclosure]) -> Vec<Block> {
    if enclosures.is_empty() {
        return vec![];
    }
    let mut blocks = vec![Block::Heading("Enclosures".to_owned())];
    for (number, enclosure) in (1..).zip(enclosures) {
        let separate = if enclosure.photo.is_some() { "" } else { " (separate document)" };
        let line = format!("{number}. {}{separate}", enclosure.name);
        blocks.extend(paragraphs(fonts, &line, TEXT, NO_LIMIT));
    }
    blocks
}

/// Returns a block for each enclosed photo, with a heading that has the enclosure's number.
fn photo_blocks(fonts: &Fonts, enclosures: &[Enclosure]) -> Result<Vec<Block>, BoxError> {
    let mut blocks = vec![];
    for (number, enclosure) in (1..).zip(enclosures) {
        if let Some(photo) = &enclosure.photo {
            let heading = Block::Heading(format!("Enclosure {number}"));
            blocks.push(Block::Together(vec![heading, Block::photo(fonts, photo, &enclosure.name)?]));
        }
    }
    Ok(blocks)
}
