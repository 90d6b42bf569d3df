//! Tokens and the vault, on well-kept libraries.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use domain::shared::ids::UserId;
use ports::shared::secrets::{Salt, TokenHash, Tokens, Vault};
use sha2::{Digest, Sha256};

/// Random values from the operating system's generator.
#[derive(Clone, Copy, Debug)]
pub struct RandomTokens;

fn random<const N: usize>() -> [u8; N] {
    rand::random()
}

impl Tokens for RandomTokens {
    fn new_token(&self) -> String {
        URL_SAFE_NO_PAD.encode(random::<32>())
    }

    fn hash(&self, token: &str) -> TokenHash {
        // The token has 256 random bits: a plain hash is enough.
        TokenHash(Sha256::digest(token.as_bytes()).into())
    }

    fn ten_bytes(&self) -> [u8; 10] {
        random()
    }

    fn salt(&self) -> Salt {
        random()
    }

    fn idempotency_key(&self) -> String {
        format!("lanewise-{}", URL_SAFE_NO_PAD.encode(random::<18>()))
    }
}

/// XChaCha20-Poly1305: a random nonce before each text, the user's id as associated data.
pub struct KeyedVault {
    cipher: XChaCha20Poly1305,
}

const NONCE: usize = 24;

impl KeyedVault {
    /// A vault for this key.
    pub fn new(key: &[u8; 32]) -> Self {
        Self { cipher: XChaCha20Poly1305::new(&(*key).into()) }
    }
}

fn bound_to(user: UserId) -> [u8; 4] {
    user.0.to_be_bytes()
}

impl Vault for KeyedVault {
    fn seal(&self, user: UserId, plain: &str) -> Vec<u8> {
        let nonce = random::<NONCE>();
        let payload = Payload { msg: plain.as_bytes(), aad: &bound_to(user) };
        let sealed = self.cipher.encrypt(&XNonce::from(nonce), payload).unwrap_or_default();
        [nonce.as_slice(), &sealed].concat()
    }

    fn open(&self, user: UserId, sealed: &[u8]) -> Option<String> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE>()?;
        let payload = Payload { msg: sealed, aad: &bound_to(user) };
        String::from_utf8(self.cipher.decrypt(&XNonce::from(*nonce), payload).ok()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vault_opens_for_its_key_and_its_user_alone() {
        let vault = KeyedVault::new(&[7; 32]);
        let sealed = vault.seal(UserId(5), "1234");
        assert!(!sealed.windows(4).any(|window| window == b"1234"));
        assert_ne!(sealed, vault.seal(UserId(5), "1234"));
        assert_eq!(vault.open(UserId(5), &sealed).as_deref(), Some("1234"));
        assert_eq!(vault.open(UserId(6), &sealed), None);
        assert_eq!(KeyedVault::new(&[8; 32]).open(UserId(5), &sealed), None);
        assert_eq!(vault.open(UserId(5), &sealed[..20]), None);
    }

    #[test]
    fn tokens_are_long_and_differ() {
        let (one, two) = (RandomTokens.new_token(), RandomTokens.new_token());
        assert_eq!(one.len(), 43);
        assert_ne!(one, two);
        assert_ne!(RandomTokens.hash(&one), RandomTokens.hash(&two));
    }
}
