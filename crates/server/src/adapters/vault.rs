//! Encryption of stored data with data keys, and with the keys of cases and of drivers' files
//! (docs/product/security.md#data-keys).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use domain::security::data_key::{self, KeyId, KnownKey, MARK};
use domain::shared::ids::UserId;
use ports::shared::secrets::{CaseCipher, CaseKey, Vault};

use crate::adapters::crypto::hmac;

/// The data keys, at least one. The first key encrypts new data.
#[derive(Clone)]
pub struct DataKeys {
    current: (KeyId, [u8; 32]),
    others: Vec<(KeyId, [u8; 32])>,
}

impl DataKeys {
    /// Parses `2:base64,1:base64`, or a single key without a number, which becomes key 1.
    ///
    /// # Errors
    /// Returns a message that describes the problem but never contains a key.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut keys = data_key::parse_keys(text)?.into_iter().map(|(id, key)| {
            let bytes = STANDARD.decode(key).ok().and_then(|bytes| <[u8; 32]>::try_from(bytes).ok());
            let bytes = bytes
                .ok_or_else(|| format!("key {id} must be 32 bytes in base64 (openssl rand -base64 32)"))?;
            Ok::<_, String>((id, bytes))
        });
        let current = keys.next().ok_or("it contains no key")??;
        Ok(Self { current, others: keys.collect::<Result<_, _>>()? })
    }

    /// Returns all keys with their numbers, the current one first.
    fn all(&self) -> impl Iterator<Item = &(KeyId, [u8; 32])> {
        std::iter::once(&self.current).chain(&self.others)
    }
}

impl From<[u8; 32]> for DataKeys {
    /// Creates the data keys from a single key, which gets the number 1.
    fn from(key: [u8; 32]) -> Self {
        Self { current: (KeyId::ONLY, key), others: vec![] }
    }
}

/// A vault that encrypts values of users with XChaCha20-Poly1305. An encrypted value consists of the nonce and the
/// ciphertext. The user's id is the associated data. The nonce begins with the key's number, and the rest is random.
pub struct KeyedVault {
    /// All keys, in the order of the setting. The first key encrypts new data.
    ciphers: Vec<(KnownKey, XChaCha20Poly1305)>,
    current: (KeyId, XChaCha20Poly1305),
}

const NONCE: usize = 24;
/// Message whose MAC is a key's check value.
const CHECK: &[u8] = b"lanewise: which data key this is";

impl KeyedVault {
    /// Creates a vault that uses these keys.
    pub fn new(keys: &DataKeys) -> Self {
        let cipher = |key: &[u8; 32]| XChaCha20Poly1305::new(&(*key).into());
        let ciphers = keys
            .all()
            .map(|(id, key)| (KnownKey { id: *id, check: hmac(key, CHECK) }, cipher(key)))
            .collect();
        Self { ciphers, current: (keys.current.0, cipher(&keys.current.1)) }
    }
}

/// Returns the bytes of a user id, which bind an encrypted value to the user.
fn user_id_bytes(user: UserId) -> [u8; 4] {
    user.0.to_be_bytes()
}

impl Vault for KeyedVault {
    fn seal(&self, user: UserId, plain: &str) -> Vec<u8> {
        let (id, cipher) = &self.current;
        let mut nonce: [u8; NONCE] = rand::random();
        if let Some(mark) = nonce.first_chunk_mut::<{ MARK }>() {
            *mark = id.mark();
        }
        let payload = Payload { msg: plain.as_bytes(), aad: &user_id_bytes(user) };
        let sealed = cipher.encrypt(&XNonce::from(nonce), payload).unwrap_or_default();
        [nonce.as_slice(), &sealed].concat()
    }

    /// Decrypts a value. First tries the key whose number is in the nonce, then every other key. `None` if the
    /// value is too short, no key decrypts it, or the result isn't UTF-8.
    fn open(&self, user: UserId, sealed: &[u8]) -> Option<String> {
        let named = KeyId::of(sealed);
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE>()?;
        let (first, others): (Vec<_>, Vec<_>) =
            self.ciphers.iter().partition(|(key, _)| Some(key.id) == named);
        let plain = first.into_iter().chain(others).find_map(|(_, cipher)| {
            let payload = Payload { msg: sealed, aad: &user_id_bytes(user) };
            cipher.decrypt(&XNonce::from(*nonce), payload).ok()
        })?;
        String::from_utf8(plain).ok()
    }

    fn keys(&self) -> Vec<KnownKey> {
        self.ciphers.iter().map(|(key, _)| *key).collect()
    }
}

/// A cipher that encrypts values of cases and of drivers' files with XChaCha20-Poly1305. An encrypted value
/// consists of a random nonce and the ciphertext. `bound_to` is the associated data.
pub struct KeyedCaseCipher;

/// Returns the cipher with a case's key; `None` if the key isn't 32 bytes in base64.
fn case_cipher(key: &CaseKey) -> Option<XChaCha20Poly1305> {
    let bytes = <[u8; 32]>::try_from(STANDARD.decode(&key.0).ok()?).ok()?;
    Some(XChaCha20Poly1305::new(&bytes.into()))
}

impl CaseCipher for KeyedCaseCipher {
    fn new_key(&self) -> CaseKey {
        let bytes: [u8; 32] = rand::random();
        CaseKey(STANDARD.encode(bytes))
    }

    fn seal(&self, key: &CaseKey, bound_to: &str, plain: &[u8]) -> Option<Vec<u8>> {
        let nonce: [u8; NONCE] = rand::random();
        let payload = Payload { msg: plain, aad: bound_to.as_bytes() };
        let sealed = case_cipher(key)?.encrypt(&XNonce::from(nonce), payload).ok()?;
        Some([nonce.as_slice(), &sealed].concat())
    }

    fn open(&self, key: &CaseKey, bound_to: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE>()?;
        let payload = Payload { msg: sealed, aad: bound_to.as_bytes() };
        case_cipher(key)?.decrypt(&XNonce::from(*nonce), payload).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
    const NEW: &str = "YWJjZGVmZ2hpamFiY2RlZmdoaWphYmNkZWZnaGlqYWI=";

    /// Returns a vault with these keys, in the format of [`DataKeys::parse`].
    fn vault(keys: &str) -> KeyedVault {
        KeyedVault::new(&DataKeys::parse(keys).unwrap())
    }

    #[test]
    fn an_encrypted_value_opens_only_with_its_key_and_for_its_user() {
        let vault = KeyedVault::new(&DataKeys::from([7; 32]));
        let sealed = vault.seal(UserId(5), "1234");
        assert!(!sealed.windows(4).any(|window| window == b"1234"));
        assert_ne!(sealed, vault.seal(UserId(5), "1234"));
        assert_eq!(vault.open(UserId(5), &sealed).as_deref(), Some("1234"));
        assert_eq!(vault.open(UserId(6), &sealed), None);
        assert_eq!(KeyedVault::new(&DataKeys::from([8; 32])).open(UserId(5), &sealed), None);
        assert_eq!(vault.open(UserId(5), &sealed[..20]), None);
    }

    #[test]
    fn values_are_encrypted_with_the_first_key_and_decrypted_with_any_listed_key() {
        let sealed = vault(OLD).seal(UserId(5), "1234");
        assert_eq!(KeyId::of(&sealed), Some(KeyId(1)));
        let both = vault(&format!("2:{NEW}, 1:{OLD}"));
        assert_eq!(both.open(UserId(5), &sealed).as_deref(), Some("1234"));
        let again = both.seal(UserId(5), "1234");
        assert_eq!(KeyId::of(&again), Some(KeyId(2)));
        assert_eq!(vault(&format!("2:{NEW}")).open(UserId(5), &again).as_deref(), Some("1234"));
        assert_eq!(vault(OLD).open(UserId(5), &again), None);
        let ids: Vec<KeyId> = both.keys().iter().map(|key| key.id).collect();
        assert_eq!(ids, [KeyId(2), KeyId(1)]);
        assert_ne!(both.keys()[0].check, both.keys()[1].check);
        assert_eq!(both.keys()[1], vault(OLD).keys()[0]);
    }

    #[test]
    fn an_encrypted_case_value_opens_only_with_its_key_and_context() {
        let cipher = KeyedCaseCipher;
        let (key, other) = (cipher.new_key(), cipher.new_key());
        let sealed = cipher.seal(&key, "case 5 message", b"Meet me at court.").unwrap();
        assert!(!sealed.windows(5).any(|window| window == b"court"));
        assert_ne!(Some(&sealed), cipher.seal(&key, "case 5 message", b"Meet me at court.").as_ref());
        let open = |key, bound_to, sealed: &[u8]| cipher.open(key, bound_to, sealed);
        assert_eq!(open(&key, "case 5 message", &sealed).as_deref(), Some(&b"Meet me at court."[..]));
        assert_eq!(open(&other, "case 5 message", &sealed), None);
        assert_eq!(open(&key, "case 6 message", &sealed), None);
        assert_eq!(open(&key, "case 5 message", &sealed[..20]), None);
        assert_eq!(cipher.seal(&CaseKey("short".to_owned()), "case 5 message", b"x"), None);
        assert_eq!(format!("{key:?}"), "CaseKey");
    }

    /// Release 0.1 used a fully random nonce, which contained no key number.
    #[test]
    fn values_sealed_without_a_key_id_can_be_opened_and_older_releases_can_open_new_values() {
        let key: [u8; 32] = STANDARD.decode(OLD).unwrap().try_into().unwrap();
        let cipher = XChaCha20Poly1305::new(&key.into());
        let aad = 5_i32.to_be_bytes();
        let nonce = [9_u8; NONCE];
        let sealed = cipher.encrypt(&XNonce::from(nonce), Payload { msg: b"1234", aad: &aad }).unwrap();
        let sealed = [nonce.as_slice(), &sealed].concat();
        assert_eq!(vault(&format!("2:{NEW},1:{OLD}")).open(UserId(5), &sealed).as_deref(), Some("1234"));
        let ours = vault(OLD).seal(UserId(5), "5678");
        let (nonce, ours) = ours.split_first_chunk::<NONCE>().unwrap();
        let opened = cipher.decrypt(&XNonce::from(*nonce), Payload { msg: ours, aad: &aad }).unwrap();
        assert_eq!(opened, b"5678");
    }

    #[test]
    fn errors_about_keys_do_not_contain_the_keys() {
        for wrong in ["c2hvcnQ=", "2:c2hvcnQ=", "", &format!("2:{NEW},{OLD}"), &format!("0:{OLD}")] {
            let message = DataKeys::parse(wrong).err().unwrap_or_default();
            assert!(
                !message.is_empty() && !message.contains(OLD) && !message.contains("c2hv"),
                "{wrong}: {message}"
            );
        }
    }
}
