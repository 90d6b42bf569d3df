//! Tests of re-encoding, reducing and cropping images, and of the images that are refused.
#![expect(clippy::unwrap_used, reason = "a test may")]

use std::io::Cursor;
use std::sync::Barrier;
use std::thread;

use adapters_picture::ImageReencoder;
use domain::shared::file_kind::FileKind;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use ports::shared::pictures::{PictureError, Pictures};
use rstest::rstest;

/// Returns a test image of 30 by 40 pixels, red at the top and blue at the bottom.
fn picture() -> DynamicImage {
    let color = |y| if y < 20 { Rgba([255, 0, 0, 255]) } else { Rgba([0, 0, 255, 255]) };
    RgbaImage::from_fn(30, 40, |_, y| color(y)).into()
}

fn encode(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, format).unwrap();
    file.into_inner()
}

fn jpeg() -> Vec<u8> {
    encode(&picture().into_rgb8().into(), ImageFormat::Jpeg)
}

fn png() -> Vec<u8> {
    encode(&picture(), ImageFormat::Png)
}

fn reencode(kind: FileKind, content: &[u8]) -> Result<Vec<u8>, PictureError> {
    ImageReencoder::default().reencode(kind, content)
}

/// Inserts bytes into a file's content.
fn insert_bytes(content: &[u8], position: usize, piece: &[u8]) -> Vec<u8> {
    let (before, after) = content.split_at(position);
    [before, piece, after].concat()
}

/// Returns EXIF data with a GPS position, and with an orientation that rotates the image clockwise by a quarter turn.
fn exif() -> Vec<u8> {
    let mut body = b"Exif\0\0MM\0\x2A\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0".to_vec();
    body.extend(b"GPS 40.7128 N");
    let length = u16::try_from(body.len() + 2).unwrap().to_be_bytes();
    [&[0xFF, 0xE1], &length[..], &body].concat()
}

/// Returns a PNG chunk with a valid checksum.
fn chunk(name: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let named = [&name[..], body].concat();
    let mut sum = u32::MAX;
    for byte in &named {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { (sum >> 1) ^ 0xEDB8_8320 } else { sum >> 1 };
        }
    }
    [&u32::try_from(body.len()).unwrap().to_be_bytes()[..], &named, &(!sum).to_be_bytes()].concat()
}

/// Returns a PNG that declares these dimensions but contains almost no data.
fn bomb(width: u32, height: u32) -> Vec<u8> {
    let size = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    let data = [0x78, 0x01, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01];
    let start: &[u8] = b"\x89PNG\r\n\x1A\n";
    [start, &chunk(b"IHDR", &size), &chunk(b"IDAT", &data), &chunk(b"IEND", &[])].concat()
}

#[test]
fn reencoding_a_photo_rotates_it_upright_and_removes_its_exif_data() {
    let photo = insert_bytes(&jpeg(), 2, &exif());
    let redrawn_photo = reencode(FileKind::Jpeg, &photo).unwrap();
    assert!(!redrawn_photo.windows(3).any(|part| part == b"GPS"), "the location is removed");
    assert_eq!(FileKind::of(&redrawn_photo), Ok(FileKind::Jpeg));
    let pixels = image::load_from_memory(&redrawn_photo).unwrap().into_rgb8();
    // The image was rotated clockwise by a quarter turn, so the red top is now on the right.
    assert_eq!(pixels.dimensions(), (40, 30));
    let (left, right) = (pixels.get_pixel(2, 15).0, pixels.get_pixel(37, 15).0);
    assert!(right[0] > 200 && right[2] < 60 && left[2] > 200 && left[0] < 60, "{left:?} {right:?}");
}

#[test]
fn reencoding_a_png_keeps_its_pixels_and_removes_comments_and_appended_data() {
    let text = chunk(b"tEXt", b"Comment\0<script>alert(1)</script>");
    let png_with_comment = insert_bytes(&png(), 33, &text);
    assert_eq!(image::load_from_memory(&png_with_comment).unwrap(), picture(), "the comment chunk is valid");
    let redrawn_png =
        reencode(FileKind::Png, &[&png_with_comment[..], b"PK\x03\x04 another file"].concat()).unwrap();
    assert!(!redrawn_png.windows(6).any(|part| part == b"script"));
    assert!(!redrawn_png.windows(7).any(|part| part == b"another"));
    assert_eq!(image::load_from_memory(&redrawn_png).unwrap(), picture());
}

#[test]
fn a_reduced_copy_of_a_noisy_photo_has_at_most_500_kb_is_upright_and_has_no_exif_data() {
    // Noise is the hardest image to compress.
    let mut state = 1_u32;
    let noise = RgbImage::from_fn(2_400, 1_800, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [_, red, green, blue] = state.to_be_bytes();
        Rgb([red, green, blue])
    });
    let photo = insert_bytes(&encode(&noise.into(), ImageFormat::Jpeg), 2, &exif());
    let reduced = ImageReencoder::default().reduce(FileKind::Jpeg, &photo).unwrap();
    assert!(reduced.len() <= 500_000, "{} bytes", reduced.len());
    assert!(!reduced.windows(3).any(|part| part == b"GPS"), "the location is removed");
    let drawn = image::load_from_memory(&reduced).unwrap();
    assert!(drawn.height() > drawn.width() && drawn.height() <= 2_000, "rotated upright");
}

#[test]
fn a_photo_is_cropped_to_a_square_from_its_center() {
    // The image is 30 pixels wide and 40 high, so 5 rows of the red top and of the blue bottom are cut off.
    for (kind, content) in [(FileKind::Png, png()), (FileKind::Jpeg, jpeg())] {
        let photo = ImageReencoder::default().crop_to_square(kind, &content, 60).unwrap();
        assert_eq!(FileKind::of(&photo), Ok(FileKind::Jpeg));
        let photo = image::load_from_memory(&photo).unwrap().into_rgb8();
        assert_eq!(photo.dimensions(), (60, 60));
        let is_red = |y| photo.get_pixel(30, y).0[0] > 200;
        assert_eq!([0, 20, 40, 59].map(is_red), [true, true, false, false]);
    }
    let refused = ImageReencoder::default().crop_to_square(FileKind::Png, &bomb(20_000, 20_000), 60);
    assert!(matches!(refused, Err(PictureError::TooLarge { most: 40 })), "{refused:?}");
}

#[rstest]
#[case::crop_to_square(20_000, 20_000)]
#[case::long(60_000, 1)]
#[case::largest(u32::MAX >> 1, u32::MAX >> 1)]
#[case::just_too_large(8_000, 5_001)]
fn a_decompression_bomb_is_refused_by_its_declared_size(#[case] width: u32, #[case] height: u32) {
    let refused = reencode(FileKind::Png, &bomb(width, height));
    assert!(matches!(refused, Err(PictureError::TooLarge { most: 40 })), "{refused:?}");
}

#[rstest]
#[case::no_pixels(FileKind::Png, bomb(100, 100))]
#[case::truncated_png(FileKind::Png, png()[..png().len() / 2].to_vec())]
#[case::truncated_jpeg(FileKind::Jpeg, jpeg()[..40].to_vec())]
#[case::another_kind(FileKind::Jpeg, png())]
#[case::a_document(FileKind::Pdf, b"%PDF-1.7 %%EOF".to_vec())]
fn an_unreadable_picture_is_refused(#[case] kind: FileKind, #[case] content: Vec<u8>) {
    let refused = reencode(kind, &content);
    assert!(matches!(refused, Err(PictureError::Unreadable)), "{refused:?}");
}

#[test]
fn a_picture_with_any_corrupted_byte_is_refused_or_reencoded() {
    for (kind, whole) in [(FileKind::Png, png()), (FileKind::Jpeg, jpeg())] {
        for at in 0..whole.len() {
            let mut broken = whole.clone();
            broken[at] ^= 0x5A;
            if let Ok(redrawn_file) = reencode(kind, &broken) {
                assert_eq!(FileKind::of(&redrawn_file), Ok(kind), "byte {at}");
            }
        }
    }
}

#[test]
fn a_picture_is_refused_while_too_many_others_wait_to_be_reencoded() {
    let large: DynamicImage = RgbaImage::from_pixel(2_000, 2_000, Rgba([255, 0, 0, 255])).into();
    let content = encode(&large, ImageFormat::Png);
    let (pictures, barrier) = (ImageReencoder::default(), Barrier::new(20));
    let reduce = || {
        barrier.wait();
        pictures.reduce(FileKind::Png, &content)
    };
    let outcomes: Vec<_> = thread::scope(|scope| {
        let started: Vec<_> = (0..20).map(|_| scope.spawn(reduce)).collect();
        started.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let refused = outcomes.iter().filter(|outcome| matches!(outcome, Err(PictureError::Busy))).count();
    let done = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
    assert!(refused > 0 && done >= 9, "{refused} refused, {done} done");
    assert_eq!(refused + done, 20);
    assert!(!pictures.is_busy());
}
