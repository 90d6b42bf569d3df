//! Re-encodes pictures that users upload, with the library `image`. Each picture is decoded within
//! size limits, rotated upright and encoded again. So metadata, such as the place where a photo was
//! taken, is removed.

use std::io::Cursor;
use std::sync::{Mutex, PoisonError};

use domain::shared::file_kind::FileKind;
use image::codecs::jpeg::{JpegDecoder, JpegEncoder};
use image::codecs::png::PngDecoder;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, Limits};
use ports::shared::pictures::{PictureError, Pictures};

/// Maximum number of pixels of an uploaded picture, in millions. A letter page scanned at 600 dpi
/// has 34 million.
const MAX_MILLIONS: u32 = 40;
/// Maximum width and height of an uploaded picture, in pixels.
const MAX_SIDE: u32 = 20_000;
/// Maximum memory for a decoded picture, in bytes: [`MAX_MILLIONS`] at four bytes per pixel.
const MAX_BYTES: u64 = 160 * 1000 * 1000;
/// JPEG quality of stored pictures: high enough that handwriting stays legible.
const QUALITY: u8 = 85;

/// Re-encodes one picture at a time, so that concurrent uploads can't exhaust memory.
#[derive(Default)]
pub struct RedrawnPictures {
    turn: Mutex<()>,
}

impl Pictures for RedrawnPictures {
    fn reencode(&self, kind: FileKind, content: &[u8]) -> Result<Vec<u8>, PictureError> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let read = Cursor::new(content);
        match kind {
            FileKind::Pdf => Err(PictureError::Unreadable),
            FileKind::Jpeg => {
                let picture = decode(JpegDecoder::new(read).map_err(|error| picture_error(&error))?)?;
                let mut drawn = Vec::new();
                let encoder = JpegEncoder::new_with_quality(&mut drawn, QUALITY);
                let is_gray = !picture.color().has_color();
                let plain: DynamicImage =
                    if is_gray { picture.into_luma8().into() } else { picture.into_rgb8().into() };
                plain.write_with_encoder(encoder).map_err(|error| picture_error(&error))?;
                Ok(drawn)
            }
            FileKind::Png => {
                let picture =
                    decode(PngDecoder::with_limits(read, limits()).map_err(|error| picture_error(&error))?)?;
                let mut drawn = Cursor::new(Vec::new());
                picture.write_to(&mut drawn, ImageFormat::Png).map_err(|error| picture_error(&error))?;
                Ok(drawn.into_inner())
            }
        }
    }
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_BYTES);
    limits
}

/// Decodes a picture. Checks the dimensions that the file declares before allocating memory for
/// them.
fn decode(mut decoder: impl ImageDecoder) -> Result<DynamicImage, PictureError> {
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    let is_long = width.max(height) > MAX_SIDE;
    if is_long || pixels > u64::from(MAX_MILLIONS) * 1_000_000 || decoder.total_bytes() > MAX_BYTES {
        return Err(PictureError::TooLarge { most: MAX_MILLIONS });
    }
    decoder.set_limits(limits()).map_err(|error| picture_error(&error))?;
    let orientation = decoder.orientation().map_err(|error| picture_error(&error))?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|error| picture_error(&error))?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

fn picture_error(error: &ImageError) -> PictureError {
    match error {
        ImageError::Limits(_) => PictureError::TooLarge { most: MAX_MILLIONS },
        _ => PictureError::Unreadable,
    }
}
