//! Builds `src/accounts/common.bloom` from a list of passwords, one per line, most common first:
//! `cargo run -p domain --example common_passwords < list.txt > crates/domain/src/accounts/common.bloom`

use std::collections::HashSet;
use std::io::{self, Read, Write};

use domain::accounts::common::{FILTER_BYTES, bit_positions};
use domain::accounts::password::Password;

const COMMONEST: usize = 100_000;

fn main() -> io::Result<()> {
    let mut list = vec![];
    io::stdin().read_to_end(&mut list)?;
    let list = String::from_utf8_lossy(&list).to_lowercase();
    let mut entries = HashSet::new();
    let long = list.lines().filter(|line| line.chars().count() >= Password::MIN_CHARS);
    let mut filter = vec![0_u8; FILTER_BYTES];
    for password in long.filter(|line| entries.insert(*line)).take(COMMONEST) {
        for (byte, bit) in bit_positions(password) {
            if let Some(stored) = filter.get_mut(byte) {
                *stored |= bit;
            }
        }
    }
    io::stdout().write_all(&filter)
}
