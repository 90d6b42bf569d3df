//! Random tokens, hashes and message authentication codes (MACs).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use ports::shared::secrets::{Salt, TokenHash, Tokens};
use sha2::{Digest, Sha256};

/// Random values from the operating system's generator, and hashes.
#[derive(Clone, Copy, Debug)]
pub struct RandomTokens;

fn random_bytes<const N: usize>() -> [u8; N] {
    rand::random()
}

/// Returns the HMAC-SHA-256 of a message.
pub(super) fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    // RFC 2104: a key that is longer than a block is hashed, and a shorter key is padded with zeros.
    let mut block = [0; 64];
    let hashed: [u8; 32];
    let key = if key.len() > block.len() {
        hashed = Sha256::digest(key).into();
        hashed.as_slice()
    } else {
        key
    };
    block.iter_mut().zip(key).for_each(|(to, from)| *to = *from);
    let mut mac = <Hmac<Sha256> as KeyInit>::new(&block.into());
    mac.update(message);
    mac.finalize().into_bytes().into()
}

impl Tokens for RandomTokens {
    fn new_token(&self) -> String {
        URL_SAFE_NO_PAD.encode(random_bytes::<32>())
    }

    fn hash(&self, token: &str) -> TokenHash {
        // A token has 256 random bits, so a plain hash without salt or stretching is enough.
        TokenHash(Sha256::digest(token.as_bytes()).into())
    }

    fn sha256(&self, content: &[u8]) -> [u8; 32] {
        Sha256::digest(content).into()
    }

    fn mac(&self, key: &str, message: &[u8]) -> [u8; 32] {
        hmac(key.as_bytes(), message)
    }

    fn ten_random_bytes(&self) -> [u8; 10] {
        random_bytes()
    }

    fn new_salt(&self) -> Salt {
        random_bytes()
    }

    fn new_idempotency_key(&self) -> String {
        format!("lanewise-{}", URL_SAFE_NO_PAD.encode(random_bytes::<18>()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Messages and keys are those of test cases 2 and 6 in RFC 4231.
    #[test]
    fn a_mac_matches_the_published_test_vectors() {
        let known = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(hex::encode(RandomTokens.mac("Jefe", b"what do ya want for nothing?")), known);
        let long = hmac(&[0xaa; 131], b"Test Using Larger Than Block-Size Key - Hash Key First");
        assert_eq!(hex::encode(long), "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    }

    #[test]
    fn tokens_have_43_characters_and_their_hashes_differ() {
        let (one, two) = (RandomTokens.new_token(), RandomTokens.new_token());
        assert_eq!(one.len(), 43);
        assert_ne!(one, two);
        assert_ne!(RandomTokens.hash(&one), RandomTokens.hash(&two));
    }
}
