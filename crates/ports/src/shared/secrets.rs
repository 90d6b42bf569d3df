//! Cryptography: tokens, hashes and encryption.

use domain::security::data_key::KnownKey;
use domain::shared::ids::UserId;

/// Hash of a token or of another secret value, which the database stores instead of the value itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

/// Random bytes that are hashed together with a secret value.
pub type Salt = [u8; 16];

/// Generates random values (tokens, salts, keys) and computes hashes.
pub trait Tokens: Send + Sync {
    /// Generates an unguessable token of characters that a cookie may contain.
    fn new_token(&self) -> String;
    /// Hashes a token for storing or finding it.
    fn hash(&self, token: &str) -> TokenHash;
    /// Returns the SHA-256 hash of a file's content.
    fn sha256(&self, content: &[u8]) -> [u8; 32];
    /// Computes the HMAC-SHA-256 of a message, with a token as the key.
    fn mac(&self, key: &str, message: &[u8]) -> [u8; 32];
    /// Generates ten random bytes for a confirmation number.
    fn ten_random_bytes(&self) -> [u8; 10];
    /// Generates a new random salt.
    fn new_salt(&self) -> Salt;
    /// Generates a unique idempotency key for the payment provider.
    fn new_idempotency_key(&self) -> String;
}

/// Priority of a request whose password waits to be hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HashPriority {
    /// Highest priority, for example for a user who has logged in from this IP address before.
    Known,
    /// Medium priority, for example for an unrecognized IP address without recent failed logins.
    Stranger,
    /// Lowest priority, for example for an IP address with recent failed logins.
    Failed,
}

/// The request was refused because too many passwords are waiting to be hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many passwords are waiting to be hashed")]
pub struct HashQueueFull;

/// Hashes passwords. Hashing is slow on purpose, so only a few requests hash at
/// the same time (docs/product/security.md#floods-of-logins).
pub trait PasswordHasher: Send + Sync {
    /// Returns the hash of a password in PHC format, for storing it.
    fn hash(&self, password: &str, priority: HashPriority) -> Result<String, HashQueueFull>;
    /// Whether the password matches the hash.
    fn verify(&self, password: &str, hash: &str, priority: HashPriority) -> Result<bool, HashQueueFull>;
    /// Whether another request with this priority would be refused.
    fn is_full(&self, priority: HashPriority) -> bool;
    /// Takes as long as [`Self::verify`] and never matches. Used for unknown email addresses, so that
    /// timing doesn't reveal whether an address has an account.
    fn verify_dummy(&self, password: &str, priority: HashPriority) -> Result<(), HashQueueFull>;
    /// Hashes a string as slowly as [`Self::hash`], but with the caller's salt. The caller can compare the result
    /// with several stored hashes of the same salt.
    fn hash_with_salt(
        &self,
        text: &str,
        salt: Salt,
        priority: HashPriority,
    ) -> Result<TokenHash, HashQueueFull>;
}

/// Encrypts sensitive values in the database (docs/product/security.md#data-keys).
pub trait Vault: Send + Sync {
    /// Encrypts `plain` with the current key. The value can only be decrypted for the same user.
    fn seal(&self, user: UserId, plain: &str) -> Vec<u8>;
    /// Decrypts a value; `None` if no configured key encrypted it for this user.
    fn open(&self, user: UserId, sealed: &[u8]) -> Option<String>;
    /// Returns the configured keys, the current one first.
    fn keys(&self) -> Vec<KnownKey>;
}

/// The key that encrypts the messages and files of a case, or the item files of a driver.
pub struct CaseKey(pub String);

impl std::fmt::Debug for CaseKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CaseKey")
    }
}

/// Encrypts messages and files of cases, and item files (docs/product/security.md#keys-of-cases).
pub trait CaseCipher: Send + Sync {
    /// Generates a new random key.
    fn new_key(&self) -> CaseKey;
    /// Encrypts a value. `bound_to` names the value's context, such as its case and its kind; only [`Self::open`]
    /// with the same context can decrypt the value. Returns `None` if the key has an invalid length.
    fn seal(&self, key: &CaseKey, bound_to: &str, plain: &[u8]) -> Option<Vec<u8>>;
    /// Decrypts a value; `None` if it was encrypted with another key or for another `bound_to`.
    fn open(&self, key: &CaseKey, bound_to: &str, sealed: &[u8]) -> Option<Vec<u8>>;
}
