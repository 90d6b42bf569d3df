//! Files that show that a remittance was sent: what they are is told by what is in them (docs/PRODUCT.md#proof).

use crate::shared::words::stored_words;

/// A remittance has at most so many.
pub const MOST_PROOFS: usize = 5;
/// Bytes of the largest file.
pub const LARGEST_PROOF: usize = 10 * 1024 * 1024;
/// The end of a PDF is told within so many of its last bytes, as readers of PDF look for it.
const PDF_END_WITHIN: usize = 1024;

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProofKind {
    /// A document.
    Pdf,
    /// A photograph.
    Jpeg,
    /// A picture of a screen.
    Png,
}

stored_words!(ProofKind {
    Pdf => "pdf",
    Jpeg => "jpeg",
    Png => "png",
});

/// What is wrong with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// There is nothing in it.
    #[error("This file is empty.")]
    Empty,
    /// It is larger than [`LARGEST_PROOF`].
    #[error("This file has more than 10 MB.")]
    TooLarge,
    /// It is something else, whatever it is called.
    #[error("Choose a PDF, JPEG or PNG file.")]
    AnotherKind,
    /// Its end is missing.
    #[error("This file is cut off. Save or scan it again.")]
    CutOff,
}

impl ProofKind {
    /// What a file is, by what is in it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn of(content: &[u8]) -> Result<Self, ProofError> {
        if content.is_empty() {
            return Err(ProofError::Empty);
        }
        if content.len() > LARGEST_PROOF {
            return Err(ProofError::TooLarge);
        }
        let (kind, is_whole) = if content.starts_with(b"%PDF-") {
            (Self::Pdf, pdf_is_whole(content))
        } else if content.starts_with(b"\xFF\xD8\xFF") {
            (Self::Jpeg, jpeg_is_whole(content))
        } else if content.starts_with(b"\x89PNG\r\n\x1A\n") {
            (Self::Png, png_is_whole(content))
        } else {
            return Err(ProofError::AnotherKind);
        };
        if is_whole { Ok(kind) } else { Err(ProofError::CutOff) }
    }

    /// What it is when it is downloaded.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }

    /// How its name ends when it is downloaded, whatever it was called.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Jpeg => "jpg",
            Self::Png => "png",
        }
    }
}

fn pdf_is_whole(content: &[u8]) -> bool {
    let end = content.len().saturating_sub(PDF_END_WITHIN);
    content.get(end..).is_some_and(|end| end.windows(5).any(|part| part == b"%%EOF"))
}

/// A PNG is chunks, each with its length before it; the last one is `IEND`.
fn png_is_whole(content: &[u8]) -> bool {
    let mut rest = content.get(8..).unwrap_or_default();
    while let [a, b, c, d, name @ ..] = rest {
        let length = usize::try_from(u32::from_be_bytes([*a, *b, *c, *d])).unwrap_or(usize::MAX);
        // Four bytes of a name before what is in it, four of a sum after.
        let Some(after) = length.checked_add(8).and_then(|length| name.get(length..)) else { return false };
        if name.starts_with(b"IEND") {
            return true;
        }
        rest = after;
    }
    false
}

/// A JPEG is segments with their lengths, and picture data after each that begins a scan. Its end is a mark of its own; that of a small
/// picture inside a segment does not count.
fn jpeg_is_whole(content: &[u8]) -> bool {
    let mut rest = content.get(2..).unwrap_or_default();
    loop {
        match rest {
            // Bytes that fill, marks that stand alone, and picture data.
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
