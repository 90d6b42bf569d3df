//! Renders "My file", the PDF about one item, with as many pages as its sections, photos and messages need.

use domain::payments::receipt::format_local_time;
use domain::shared::business_time::BUSINESS_ZONE;
use ports::payments::my_file::{MyFile, MyFileAttachment};
use ports::shared::store_error::BoxError;

use crate::canvas::{Fonts, Style};
use crate::pages::{self, Block, Frame, first_line, paragraphs};
use crate::sheet::{DocumentContext, DocumentMetadata, LABEL, PLAIN, VALUE};
use crate::typeface::CANNOT_DRAW;

/// Maximum number of lines of a message. A message has at most 4,000 characters, but its lines may be short.
const MAX_MESSAGE_LINES: usize = 400;

/// Renders "My file" as a PDF.
pub fn print(fonts: &Fonts, file: &MyFile, context: DocumentContext) -> Result<Vec<u8>, BoxError> {
    let named = DocumentMetadata {
        what: "file",
        title: format!("Summary: {}", file.label),
        number: file.number.clone(),
        number_name: "reference",
        at: file.made_at,
    };
    let number = if context.test_mode { format!("TEST FILE, {}", file.number) } else { file.number.clone() };
    let phone = fonts.replace_undrawable(context.support_phone);
    let note = if has_unprintable_text(fonts, file) {
        format!(" {CANNOT_DRAW} replaces a character that this file’s font does not have.")
    } else {
        String::new()
    };
    let frame = Frame { head: Some(number), foot: format!("Questions? Call {phone}.{note}") };
    pages::print(fonts, &named, &frame, build_blocks(fonts, file)?, context.test_mode)
}

/// Returns whether the fonts lack a character of the document. The PDF replaces such a character, and a
/// note explains the replacement.
fn has_unprintable_text(fonts: &Fonts, file: &MyFile) -> bool {
    let values = file.sections.iter().flat_map(|section| section.rows.iter().map(|(_, value)| value));
    let names = file.attachments.iter().map(|attachment| &attachment.name);
    let messages = file.messages.iter().flatten().map(|message| &message.text);
    fonts.has_unprintable([&file.label].into_iter().chain(values).chain(names).chain(messages))
}

/// Returns the blocks of the whole document, in order.
fn build_blocks(fonts: &Fonts, file: &MyFile) -> Result<Vec<Block>, BoxError> {
    let made = format!("Created on {}", format_local_time(file.made_at, BUSINESS_ZONE));
    let mut blocks = vec![
        Block::Title(first_line(fonts, &file.label, 17.0)),
        Block::Paragraph { lines: vec![made], style: PLAIN },
    ];
    for section in &file.sections {
        blocks.push(Block::Heading(section.title.clone()));
        blocks.extend(section.rows.iter().map(|(name, value)| Block::row(fonts, name, value)));
    }
    if !file.attachments.is_empty() {
        blocks.push(Block::Heading("Photos and documents".to_owned()));
    }
    for attachment in &file.attachments {
        blocks.push(Block::Together(attachment_blocks(fonts, attachment)?));
    }
    if let Some(messages) = &file.messages {
        blocks.push(Block::Heading("Messages with the lawyer".to_owned()));
        if messages.is_empty() {
            blocks.extend(paragraphs(fonts, "There are no messages.", PLAIN, MAX_MESSAGE_LINES));
        }
        for message in messages {
            blocks.extend(paragraphs(fonts, &message.heading, LABEL, MAX_MESSAGE_LINES));
            blocks.extend(paragraphs(
                fonts,
                &message.text,
                Style { bold: false, ..VALUE },
                MAX_MESSAGE_LINES,
            ));
        }
    }
    Ok(blocks)
}

/// Returns the blocks with an attachment's name, description, hash and photo. These blocks stay on one
/// page, so that no photo is below another attachment's name.
fn attachment_blocks(fonts: &Fonts, attachment: &MyFileAttachment) -> Result<Vec<Block>, BoxError> {
    let mut blocks = paragraphs(fonts, &attachment.name, VALUE, MAX_MESSAGE_LINES);
    blocks.extend(paragraphs(fonts, &attachment.about, PLAIN, MAX_MESSAGE_LINES));
    if let Some(hash) = &attachment.sha256 {
        blocks.extend(paragraphs(
            fonts,
            &format!("SHA-256 of the original: {hash}"),
            PLAIN,
            MAX_MESSAGE_LINES,
        ));
    }
    if let Some(photo) = &attachment.photo {
        blocks.push(Block::photo(fonts, photo, &attachment.name)?);
    }
    Ok(blocks)
}
