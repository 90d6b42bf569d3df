//! Re-encodes images that users upload, with the library `image`. Each image is decoded within size limits,
//! rotated upright and encoded again. The new file has no metadata, such as the place where a photo was taken.

use std::io::Cursor;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::shared::file_kind::FileKind;
use image::codecs::jpeg::{JpegDecoder, JpegEncoder};
use image::codecs::png::PngDecoder;
use image::imageops::{FilterType, overlay};
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, Limits, RgbImage, Rgba, RgbaImage};
use ports::shared::pictures::{MAX_REDUCED_BYTES, PictureError, Pictures};

/// Maximum number of pixels of an uploaded image, in millions. A letter page scanned at 600 dpi has 34 million.
const MAX_MILLIONS: u32 = 40;
/// Maximum width and height of an uploaded image, in pixels.
const MAX_SIDE: u32 = 20_000;
/// Maximum memory for a decoded image, in bytes: [`MAX_MILLIONS`] million pixels of four bytes each.
const MAX_BYTES: u64 = 160 * 1000 * 1000;
/// Maximum number of images that wait while another image is re-encoded. For each waiting image, an upload of up to
/// 15 MB is in memory.
const MAX_WAITING: usize = 8;
/// JPEG quality of stored images, from 1 to 100. At this quality, handwriting stays legible.
const QUALITY: u8 = 85;
/// For reduced copies: the longest side in pixels and the JPEG quality. These pairs are tried in order until
/// the copy is small enough. With the last pair, even an image of noise is small enough.
const REDUCED: [(u32, u8); 5] = [(2_000, 80), (2_000, 60), (1_400, 60), (1_000, 50), (700, 40)];

/// A re-encoder that handles one image at a time, so that concurrent uploads can't exhaust memory.
#[derive(Default)]
pub struct ImageReencoder {
    encoding_slot: Mutex<()>,
    waiting: AtomicUsize,
}

impl ImageReencoder {
    /// Waits until no other image is being re-encoded. No other image is re-encoded until the caller drops the
    /// returned guard. Fails if too many images wait already.
    fn wait_for_other_images(&self) -> Result<MutexGuard<'_, ()>, PictureError> {
        let is_full = self.waiting.fetch_add(1, Ordering::Relaxed) >= MAX_WAITING;
        let encoding_slot = if is_full {
            Err(PictureError::Busy)
        } else {
            Ok(self.encoding_slot.lock().unwrap_or_else(PoisonError::into_inner))
        };
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        encoding_slot
    }
}

impl Pictures for ImageReencoder {
    fn is_busy(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) >= MAX_WAITING
    }

    fn reencode(&self, kind: FileKind, content: &[u8]) -> Result<Vec<u8>, PictureError> {
        let _turn = self.wait_for_other_images()?;
        let picture = decode_file(kind, content)?;
        if kind == FileKind::Png {
            let mut drawn = Cursor::new(Vec::new());
            picture.write_to(&mut drawn, ImageFormat::Png).map_err(|error| convert_error(&error))?;
            return Ok(drawn.into_inner());
        }
        let is_gray = !picture.color().has_color();
        let plain: DynamicImage =
            if is_gray { picture.into_luma8().into() } else { picture.into_rgb8().into() };
        encode_jpeg(&plain, QUALITY)
    }

    fn reduce(&self, kind: FileKind, content: &[u8]) -> Result<Vec<u8>, PictureError> {
        let _turn = self.wait_for_other_images()?;
        let picture = decode_file(kind, content)?;
        let mut plain = DynamicImage::ImageRgb8(draw_on_white(picture));
        for (side, quality) in REDUCED {
            if plain.width().max(plain.height()) > side {
                plain = plain.resize(side, side, FilterType::Triangle);
            }
            let drawn = encode_jpeg(&plain, quality)?;
            if drawn.len() <= MAX_REDUCED_BYTES {
                return Ok(drawn);
            }
        }
        Err(PictureError::Unreadable)
    }

    fn crop_to_square(&self, kind: FileKind, content: &[u8], side: u32) -> Result<Vec<u8>, PictureError> {
        let _turn = self.wait_for_other_images()?;
        let picture = DynamicImage::ImageRgb8(draw_on_white(decode_file(kind, content)?));
        encode_jpeg(&picture.resize_to_fill(side, side, FilterType::Triangle), QUALITY)
    }
}

/// Decodes an image file of this type.
fn decode_file(kind: FileKind, content: &[u8]) -> Result<DynamicImage, PictureError> {
    let content = Cursor::new(content);
    match kind {
        FileKind::Pdf => Err(PictureError::Unreadable),
        FileKind::Jpeg => decode(JpegDecoder::new(content).map_err(|error| convert_error(&error))?),
        FileKind::Png => {
            decode(PngDecoder::with_limits(content, limits()).map_err(|error| convert_error(&error))?)
        }
    }
}

/// Encodes an image as a JPEG. `quality` is from 1 to 100.
fn encode_jpeg(picture: &DynamicImage, quality: u8) -> Result<Vec<u8>, PictureError> {
    let mut drawn = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut drawn, quality);
    picture.write_with_encoder(encoder).map_err(|error| convert_error(&error))?;
    Ok(drawn)
}

/// Draws an image on a white background, because a JPEG has no transparency.
fn draw_on_white(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let mut page = RgbaImage::from_pixel(picture.width(), picture.height(), Rgba([255; 4]));
    overlay(&mut page, &picture.into_rgba8(), 0, 0);
    DynamicImage::ImageRgba8(page).into_rgb8()
}

/// Returns the limits on an image's size that the decoders enforce.
fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_BYTES);
    limits
}

/// Decodes an image. Checks the size that the file declares before allocating memory for it.
fn decode(mut decoder: impl ImageDecoder) -> Result<DynamicImage, PictureError> {
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    let is_long = width.max(height) > MAX_SIDE;
    if is_long || pixels > u64::from(MAX_MILLIONS) * 1_000_000 || decoder.total_bytes() > MAX_BYTES {
        return Err(PictureError::TooLarge { most: MAX_MILLIONS });
    }
    decoder.set_limits(limits()).map_err(|error| convert_error(&error))?;
    let orientation = decoder.orientation().map_err(|error| convert_error(&error))?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|error| convert_error(&error))?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

/// Converts an error of the library.
fn convert_error(error: &ImageError) -> PictureError {
    match error {
        ImageError::Limits(_) => PictureError::TooLarge { most: MAX_MILLIONS },
        _ => PictureError::Unreadable,
    }
}
