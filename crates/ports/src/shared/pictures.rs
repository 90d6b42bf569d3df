//! Re-encoding of uploaded images.

use domain::shared::file_kind::FileKind;

/// Maximum size of a reduced copy of an image, in bytes.
pub const MAX_REDUCED_BYTES: usize = 500_000;

/// Why an image couldn't be re-encoded.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The image has too many pixels.
    #[error("This picture is too large: at most {most} million pixels.")]
    TooLarge {
        /// Maximum number of pixels, in millions.
        most: u32,
    },
    /// The image can't be decoded.
    #[error("This picture can’t be read. Save or scan it again.")]
    Unreadable,
    /// Too many other images are waiting.
    #[error("too many pictures are waiting to be re-encoded")]
    Busy,
}

/// Re-encodes images, so that only the visible pixels are stored: no GPS location and no embedded files.
pub trait Pictures: Send + Sync {
    /// Whether the maximum number of images is waiting. Another image is then refused.
    fn is_busy(&self) -> bool;
    /// Re-encodes an image of this file type, rotated upright. The result has the same type. A PDF is not an image.
    ///
    /// # Errors
    /// Fails if the image is too large or can't be decoded, or if too many other images are waiting.
    fn reencode(&self, kind: FileKind, content: &[u8]) -> Result<Vec<u8>, PictureError>;
    /// Makes a copy of an image as a JPEG of at most [`MAX_REDUCED_BYTES`], rotated upright.
    ///
    /// # Errors
    /// Fails if the image is too large or can't be decoded, or if too many other images are waiting.
    fn reduce(&self, kind: FileKind, content: &[u8]) -> Result<Vec<u8>, PictureError>;

    /// Re-encodes the middle of an image, rotated upright, as a square JPEG with sides of `side` pixels.
    ///
    /// # Errors
    /// Fails if the image is too large or can't be decoded, or if too many other images are waiting.
    fn crop_to_square(&self, kind: FileKind, content: &[u8], side: u32) -> Result<Vec<u8>, PictureError>;
}
