//! Types of uploaded files, detected from the content (docs/product/money-to-authorities.md#proof,
//! docs/product/cases.md#messages-and-files).

use crate::shared::stored_words::stored_words;

/// Number of bytes in a megabyte, for file size limits.
pub const MEGABYTE: usize = 1024 * 1024;
/// Number of bytes at the end of a PDF that must contain its end marker, as PDF readers expect.
const PDF_END_WITHIN: usize = 1024;

/// The first bytes of a JPEG.
const JPEG_START: &[u8] = b"\xFF\xD8\xFF";
/// The first bytes of a PNG.
const PNG_START: &[u8] = b"\x89PNG\r\n\x1A\n";

/// The type of an uploaded file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// A PDF document, stored as uploaded.
    Pdf,
    /// A JPEG image, usually a photo.
    Jpeg,
    /// A PNG image, usually a screenshot.
    Png,
}

stored_words!(FileKind {
    Pdf => "pdf",
    Jpeg => "jpeg",
    Png => "png",
});

/// Why a file is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// The file has no content.
    #[error("This file is empty.")]
    Empty,
    /// The file is larger than the limit.
    #[error("This file is larger than {megabytes} MB.")]
    TooLarge {
        /// The limit, in megabytes.
        megabytes: usize,
    },
    /// The content is of another file type, regardless of the file's name.
    #[error("Choose a PDF, JPEG or PNG file.")]
    AnotherKind,
    /// The file is truncated.
    #[error("This file is incomplete. Save or scan it again.")]
    CutOff,
}

impl FileKind {
    /// Detects the file type from the content.
    ///
    /// # Errors
    /// Fails if the file is empty, of another type, or truncated.
    pub fn of(content: &[u8]) -> Result<Self, FileError> {
        if content.is_empty() {
            return Err(FileError::Empty);
        }
        let (kind, is_whole) = if content.starts_with(b"%PDF-") {
            (Self::Pdf, pdf_is_whole(content))
        } else if content.starts_with(JPEG_START) {
            (Self::Jpeg, jpeg_is_whole(content))
        } else if content.starts_with(PNG_START) {
            (Self::Png, png_is_whole(content))
        } else {
            return Err(FileError::AnotherKind);
        };
        if is_whole { Ok(kind) } else { Err(FileError::CutOff) }
    }

    /// Whether the content starts like an image. The rest of the image may be missing.
    pub fn starts_as_image(content: &[u8]) -> bool {
        content.starts_with(JPEG_START) || content.starts_with(PNG_START)
    }

    /// Checks the size of a file.
    ///
    /// # Errors
    /// Fails with [`FileError::TooLarge`] if the file has more than `megabytes`.
    pub const fn check_size(content: &[u8], megabytes: usize) -> Result<(), FileError> {
        if content.len() > megabytes * MEGABYTE { Err(FileError::TooLarge { megabytes }) } else { Ok(()) }
    }

    /// Whether the file is an image.
    pub const fn is_image(self) -> bool {
        match self {
            Self::Pdf => false,
            Self::Jpeg | Self::Png => true,
        }
    }

    /// Media type for downloads.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }

    /// File name extension for downloads, regardless of the uploaded file's name.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Jpeg => "jpg",
            Self::Png => "png",
        }
    }
}

/// Whether a PDF is complete: its end marker `%%EOF` is near the end of the file.
fn pdf_is_whole(content: &[u8]) -> bool {
    let end = content.len().saturating_sub(PDF_END_WITHIN);
    content.get(end..).is_some_and(|end| end.windows(5).any(|part| part == b"%%EOF"))
}

/// Whether a PNG is complete. A PNG consists of chunks that start with their length; the last one is `IEND`.
fn png_is_whole(content: &[u8]) -> bool {
    let mut rest = content.get(8..).unwrap_or_default();
    while let [a, b, c, d, name @ ..] = rest {
        let length = usize::try_from(u32::from_be_bytes([*a, *b, *c, *d])).unwrap_or(usize::MAX);
        // A four-byte chunk name precedes the data, and a four-byte checksum follows it.
        let Some(after) = length.checked_add(8).and_then(|length| name.get(length..)) else { return false };
        if name.starts_with(b"IEND") {
            return true;
        }
        rest = after;
    }
    false
}

/// Whether a JPEG is complete. A JPEG consists of segments with their lengths, and of image data after a segment
/// that starts a scan. The loop skips each segment as a whole, so it doesn't mistake the end marker of an embedded
/// thumbnail for the end of the file.
fn jpeg_is_whole(content: &[u8]) -> bool {
    let mut rest = content.get(2..).unwrap_or_default();
    loop {
        match rest {
            // Skip padding bytes, markers without a length, and image data.
            [0xFF, 0xFF, ..] => rest = rest.get(1..).unwrap_or_default(),
            [0xFF, 0xD9, ..] => return true,
            [0xFF, 0x00 | 0x01 | 0xD0..=0xD8, after @ ..] => rest = after,
            [0xFF, _, high, low, ..] => {
                let length = usize::from(u16::from_be_bytes([*high, *low]));
                let Some(after) = rest.get(2 + length.max(2)..) else { return false };
                rest = after;
            }
            [] | [0xFF, ..] => return false,
            data => match data.iter().position(|byte| *byte == 0xFF) {
                Some(at) => rest = data.get(at..).unwrap_or_default(),
                None => return false,
            },
        }
    }
}
