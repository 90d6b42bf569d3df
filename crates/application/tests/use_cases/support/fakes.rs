//! Fakes of the clock, random values, password hashing, encryption, images, printing, files' contents and
//! webhook signatures. The results of a fake are predictable.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU16, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use chrono::{DateTime, TimeDelta, Utc};
use domain::legal_help::statement::Statement;
use domain::security::data_key::{KeyId, KnownKey};
use domain::shared::file_kind::FileKind;
use domain::shared::ids::UserId;
use ports::driving_record::contest_letters::{LetterPrinter, PrintedLetter};
use ports::payments::events::ProviderEvent;
use ports::payments::gateway::{WebhookError, WebhookVerifier};
use ports::payments::my_file::MyFile;
use ports::payments::receipts::{CourtLetter, PrintError, Receipt, ReceiptPrinter};
use ports::shared::clock::Clock;
use ports::shared::file_contents::{ContentError, FileContents};
use ports::shared::pictures::{PictureError, Pictures};
use ports::shared::secrets::{
    CaseCipher, CaseKey, HashPriority, HashQueueFull, PasswordHasher, Salt, TokenHash, Tokens, Vault,
};
use ports::shared::store_error::BoxError;

use crate::support::build::noon;
use crate::support::store::memory::MemoryDatabase;

/// A clock whose time changes only if a test advances it.
#[derive(Default)]
pub struct TestClock {
    seconds: AtomicI64,
}

impl TestClock {
    pub fn advance(&self, duration: TimeDelta) {
        self.seconds.fetch_add(duration.num_seconds(), Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> DateTime<Utc> {
        noon() + TimeDelta::seconds(self.seconds.load(Ordering::SeqCst))
    }
}

/// Generates tokens such as `token-1` and keys such as `key-2`. All generated values share one counter.
#[derive(Default)]
pub struct CountingTokens {
    count: AtomicU16,
}

impl CountingTokens {
    fn next(&self) -> u16 {
        self.count.fetch_add(1, Ordering::SeqCst) + 1
    }
}

/// Returns the hash that the fake computes for a token, so that tests can compare
/// it with stored hashes.
pub fn hash_of(token: &str) -> TokenHash {
    let mut bytes = [0_u8; 32];
    for (place, from) in token.bytes().enumerate() {
        bytes[place % 32] = bytes[place % 32].wrapping_mul(31).wrapping_add(from);
    }
    TokenHash(bytes)
}

impl Tokens for CountingTokens {
    fn new_token(&self) -> String {
        format!("token-{}", self.next())
    }

    fn hash(&self, token: &str) -> TokenHash {
        hash_of(token)
    }

    fn sha256(&self, content: &[u8]) -> [u8; 32] {
        let TokenHash(hash) = hash_of(&String::from_utf8_lossy(content));
        hash
    }

    fn mac(&self, key: &str, message: &[u8]) -> [u8; 32] {
        [u8::try_from(key.len() + message.len()).unwrap_or_default(); 32]
    }

    fn ten_random_bytes(&self) -> [u8; 10] {
        let [high, low] = self.next().to_be_bytes();
        [high, low / 32, low % 32, 0, 0, 0, 0, 0, 0, 0]
    }

    fn new_salt(&self) -> Salt {
        [7; 16]
    }

    fn new_idempotency_key(&self) -> String {
        format!("key-{}", self.next())
    }
}

type PlannedAction = Box<dyn Fn() + Send>;

/// A fake password hasher whose hashes are readable strings. Panics if a connection is open, because real hashing is
/// slow and must not keep a connection busy.
pub struct PlainTextHasher {
    database: Arc<MemoryDatabase>,
    calls: Mutex<Vec<String>>,
    priorities: Mutex<Vec<HashPriority>>,
    planned_action: Mutex<Option<PlannedAction>>,
}

impl PlainTextHasher {
    pub fn new(database: Arc<MemoryDatabase>) -> Self {
        Self {
            database,
            calls: Mutex::default(),
            priorities: Mutex::default(),
            planned_action: Mutex::default(),
        }
    }

    /// Returns a description of each call so far, such as `hash secret` for hashing the password `secret`.
    pub fn calls(&self) -> Vec<String> {
        self.calls.lock().unwrap().clone()
    }

    /// Returns the priorities of all comparisons and salted hashes so far.
    pub fn priorities(&self) -> Vec<HashPriority> {
        self.priorities.lock().unwrap().clone()
    }

    /// Sets a closure that the hasher runs during each comparison of a password with a hash.
    pub fn run_during(&self, action: impl Fn() + Send + 'static) {
        *self.planned_action.lock().unwrap() = Some(Box::new(action));
    }

    /// Records the description of a call.
    fn record(&self, call: String) {
        assert!(!self.database.is_busy(), "a password is hashed while a database connection is open");
        self.calls.lock().unwrap().push(call);
    }
}

fn fake_hash(password: &str) -> String {
    format!("hashed:{password}")
}

impl PasswordHasher for PlainTextHasher {
    fn hash(&self, password: &str, _: HashPriority) -> Result<String, HashQueueFull> {
        self.record(format!("hash {password}"));
        Ok(fake_hash(password))
    }

    fn verify(&self, password: &str, hash: &str, priority: HashPriority) -> Result<bool, HashQueueFull> {
        self.priorities.lock().unwrap().push(priority);
        self.record(format!("verify {password} {hash}"));
        if let Some(action) = &*self.planned_action.lock().unwrap() {
            action();
        }
        Ok(fake_hash(password) == hash)
    }

    fn is_full(&self, _: HashPriority) -> bool {
        false
    }

    fn verify_dummy(&self, password: &str, priority: HashPriority) -> Result<(), HashQueueFull> {
        self.priorities.lock().unwrap().push(priority);
        self.record(format!("verify {password}"));
        Ok(())
    }

    fn hash_with_salt(
        &self,
        text: &str,
        salt: Salt,
        priority: HashPriority,
    ) -> Result<TokenHash, HashQueueFull> {
        self.priorities.lock().unwrap().push(priority);
        self.record(format!("hash {text}"));
        Ok(hash_of(&format!("{text} beside {salt:?}")))
    }
}

/// A fake vault whose encrypted values are readable strings.
pub struct GlassVault;

impl Vault for GlassVault {
    fn seal(&self, user: UserId, plain: &str) -> Vec<u8> {
        format!("sealed for {user}: {plain}").into_bytes()
    }

    fn open(&self, user: UserId, sealed: &[u8]) -> Option<String> {
        let text = String::from_utf8(sealed.to_vec()).ok()?;
        text.strip_prefix(&format!("sealed for {user}: ")).map(str::to_owned)
    }

    fn keys(&self) -> Vec<KnownKey> {
        vec![KnownKey { id: KeyId::ONLY, check: [1; 32] }]
    }
}

/// A fake cipher for cases and files whose encrypted values are readable strings. Its keys are numbered.
#[derive(Default)]
pub struct GlassCipher(AtomicUsize);

impl CaseCipher for GlassCipher {
    fn new_key(&self) -> CaseKey {
        CaseKey(format!("key {}", self.0.fetch_add(1, Ordering::Relaxed)))
    }

    fn seal(&self, key: &CaseKey, bound_to: &str, plain: &[u8]) -> Option<Vec<u8>> {
        Some([format!("{} for {bound_to}: ", key.0).as_bytes(), plain].concat())
    }

    fn open(&self, key: &CaseKey, bound_to: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        sealed.strip_prefix(format!("{} for {bound_to}: ", key.0).as_bytes()).map(<[u8]>::to_vec)
    }
}

/// A fake printer that returns readable strings instead of PDF files. Panics if a connection is open during printing.
pub struct PlainReceipts(pub Arc<MemoryDatabase>);

impl ReceiptPrinter for PlainReceipts {
    fn print(&self, receipt: &Receipt) -> Result<Vec<u8>, PrintError> {
        assert!(!self.0.is_busy(), "no receipt is rendered while a database connection is held");
        Ok(format!("{receipt:?}").into_bytes())
    }

    fn print_letter(&self, letter: &CourtLetter) -> Result<Vec<u8>, PrintError> {
        assert!(!self.0.is_busy(), "no letter is rendered while a database connection is held");
        Ok(format!("{letter:?}").into_bytes())
    }

    fn print_my_file(&self, file: &MyFile) -> Result<Vec<u8>, PrintError> {
        assert!(!self.0.is_busy(), "no file is rendered while a database connection is held");
        Ok(format!("{file:?}").into_bytes())
    }

    fn print_statement(&self, statement: &Statement) -> Result<Vec<u8>, PrintError> {
        assert!(!self.0.is_busy(), "no statement is rendered while a database connection is held");
        Ok(format!("{statement:?}").into_bytes())
    }
}

impl LetterPrinter for PlainReceipts {
    fn print_contest_letter(&self, letter: &PrintedLetter) -> Result<Vec<u8>, BoxError> {
        assert!(!self.0.is_busy(), "no letter is rendered while a database connection is held");
        Ok(format!("{letter:?}").into_bytes())
    }

    fn unprintable_chars(&self, text: &str) -> Vec<char> {
        text.chars().filter(|c| *c == '😀').take(1).collect()
    }
}

/// A fake image encoder that appends a suffix to an image's content. Refuses content that ends with `bomb` or
/// `busy`. Panics if a connection is open.
pub struct PlainPictures(pub Arc<MemoryDatabase>);

impl Pictures for PlainPictures {
    fn is_busy(&self) -> bool {
        false
    }

    fn reencode(&self, _kind: FileKind, content: &[u8]) -> Result<Vec<u8>, PictureError> {
        assert!(!self.0.is_busy(), "no picture is redrawn while a database connection is held");
        if content.ends_with(b"bomb") {
            return Err(PictureError::TooLarge { most: 40 });
        }
        if content.ends_with(b"busy") {
            return Err(PictureError::Busy);
        }
        Ok([content, b"drawn again"].concat())
    }

    fn reduce(&self, kind: FileKind, content: &[u8]) -> Result<Vec<u8>, PictureError> {
        self.reencode(kind, content)
    }

    fn crop_to_square(&self, kind: FileKind, content: &[u8], side: u32) -> Result<Vec<u8>, PictureError> {
        let drawn = self.reencode(kind, content)?;
        Ok([drawn, format!(" {side}").into_bytes()].concat())
    }
}

/// An in-memory storage of files' contents.
#[derive(Default)]
pub struct MemoryContents {
    contents: Mutex<HashMap<String, Vec<u8>>>,
    is_down: AtomicBool,
}

impl MemoryContents {
    pub fn set_down(&self, is_down: bool) {
        self.is_down.store(is_down, Ordering::SeqCst);
    }

    /// Returns the names of all stored contents in sorted order.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = self.contents.lock().unwrap().keys().cloned().collect();
        names.sort();
        names
    }

    fn must_be_up(&self) -> Result<(), ContentError> {
        let is_down = self.is_down.load(Ordering::SeqCst);
        if is_down { Err(ContentError::Unavailable("it is down".into())) } else { Ok(()) }
    }
}

impl FileContents for MemoryContents {
    fn put(&self, name: &str, content: Vec<u8>) -> Result<(), ContentError> {
        self.must_be_up()?;
        self.contents.lock().unwrap().insert(name.to_owned(), content);
        Ok(())
    }

    fn get(&self, name: &str) -> Result<Vec<u8>, ContentError> {
        self.must_be_up()?;
        self.contents.lock().unwrap().get(name).cloned().ok_or(ContentError::Missing)
    }

    fn delete(&self, name: &str) -> Result<(), ContentError> {
        self.must_be_up()?;
        self.contents.lock().unwrap().remove(name);
        Ok(())
    }
}

/// A fake verifier of webhooks that accepts only the signature `good`, and only the events that a test added.
#[derive(Default)]
pub struct Signatures {
    events: Mutex<HashMap<Vec<u8>, ProviderEvent>>,
}

impl Signatures {
    /// Adds an event that the verifier accepts.
    pub fn expect(&self, event: &ProviderEvent) {
        self.events.lock().unwrap().insert(event.body.clone().into_bytes(), event.clone());
    }
}

impl WebhookVerifier for Signatures {
    fn verify(&self, body: &[u8], signature: &str) -> Result<ProviderEvent, WebhookError> {
        match signature {
            "good" => Ok(self.events.lock().unwrap()[body].clone()),
            "old" => Err(WebhookError::TooOld),
            _ => Err(WebhookError::BadSignature),
        }
    }
}
