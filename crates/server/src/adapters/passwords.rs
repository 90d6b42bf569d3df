//! Password hashes, by a few threads of their own: a flood of logins takes neither all cores nor much memory.

use std::num::NonZeroUsize;
use std::thread;

use anyhow::Context;
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use crossbeam_channel::{Receiver, Sender, bounded, select_biased};
use ports::shared::secrets::{PasswordHasher, Salt, TokenHash, TooManyWait, Turn};

/// So many wait for each thread, by whose turn it is: what one thread hashes in about a second, less for the later ones.
const KNOWN_WAIT: usize = 48;
const STRANGERS_WAIT: usize = 24;
const FAILED_WAIT: usize = 8;

type Job = Box<dyn FnOnce() + Send>;

/// argon2id; the library's defaults are OWASP's cost (19 MiB, two passes, one lane).
pub struct Argon2Hasher {
    known: Sender<Job>,
    strangers: Sender<Job>,
    failed: Sender<Job>,
    nobody: String,
}

impl Argon2Hasher {
    /// A hasher with so many threads; they end with it.
    ///
    /// # Errors
    /// When the operating system has no randomness, or no thread.
    pub fn new(threads: NonZeroUsize) -> anyhow::Result<Self> {
        let room = |each: usize| bounded(each.saturating_mul(threads.get()));
        let (known, known_jobs) = room(KNOWN_WAIT);
        let (strangers, strangers_jobs) = room(STRANGERS_WAIT);
        let (failed, failed_jobs) = room(FAILED_WAIT);
        for n in 1..=threads.get() {
            let queues = [known_jobs.clone(), strangers_jobs.clone(), failed_jobs.clone()];
            thread::Builder::new()
                .name(format!("passwords-{n}"))
                .spawn(move || work(&queues))
                .context("starting a thread for passwords")?;
        }
        Ok(Self { known, strangers, failed, nobody: hash("nobody has this password")? })
    }

    /// Has a thread do it, and waits for what comes of it.
    fn wait_for<T: Send + 'static>(
        &self,
        turn: Turn,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, TooManyWait> {
        let (done, outcome) = bounded(1);
        let job: Job = Box::new(move || {
            let _nobody_waits_any_more = done.send(job());
        });
        let queue = match turn {
            Turn::Known => &self.known,
            Turn::Stranger => &self.strangers,
            Turn::Failed => &self.failed,
        };
        queue.try_send(job).map_err(|_| TooManyWait)?;
        outcome.recv().map_err(|_| TooManyWait)
    }
}

/// One of the threads, until the hasher is gone.
fn work([known, strangers, failed]: &[Receiver<Job>; 3]) {
    loop {
        let job = select_biased! {
            recv(known) -> job => job,
            recv(strangers) -> job => job,
            recv(failed) -> job => job,
        };
        match job {
            Ok(job) => job(),
            Err(_) => return,
        }
    }
}

fn hash(password: &str) -> anyhow::Result<String> {
    let hash = Argon2::default().hash_password(password.as_bytes());
    Ok(hash.map_err(|error| anyhow::anyhow!("argon2: {error}"))?.to_string())
}

fn fits(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash)
        .is_ok_and(|parsed| Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok())
}

impl PasswordHasher for Argon2Hasher {
    fn hash(&self, password: &str, turn: Turn) -> Result<String, TooManyWait> {
        let password = password.to_owned();
        self.wait_for(turn, move || {
            // An empty hash fits no password: nobody can log in to the account until its password is reset.
            hash(&password)
                .inspect_err(|error| tracing::error!(%error, "a password could not be hashed"))
                .unwrap_or_default()
        })
    }

    fn verify(&self, password: &str, hash: &str, turn: Turn) -> Result<bool, TooManyWait> {
        let (password, hash) = (password.to_owned(), hash.to_owned());
        self.wait_for(turn, move || fits(&password, &hash))
    }

    fn verify_nothing(&self, password: &str, turn: Turn) -> Result<(), TooManyWait> {
        self.verify(password, &self.nobody, turn).map(drop)
    }

    fn hash_beside(&self, text: &str, salt: Salt, turn: Turn) -> Result<TokenHash, TooManyWait> {
        let text = text.to_owned();
        self.wait_for(turn, move || {
            let mut hash = TokenHash([0; 32]);
            if let Err(error) = Argon2::default().hash_password_into(text.as_bytes(), &salt, &mut hash.0) {
                tracing::error!(%error, "a code could not be hashed");
            }
            hash
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: NonZeroUsize = NonZeroUsize::MIN;

    #[test]
    fn a_password_fits_its_hash_alone() {
        let hasher = Argon2Hasher::new(ONE).unwrap();
        let hash = hasher.hash("correct horse battery", Turn::Failed).unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_eq!(hasher.verify("correct horse battery", &hash, Turn::Known), Ok(true));
        assert_eq!(hasher.verify("correct horse batterz", &hash, Turn::Known), Ok(false));
        assert_eq!(hasher.verify("", "", Turn::Known), Ok(false));
    }

    #[test]
    fn a_text_beside_a_salt_has_one_hash() {
        let hasher = Argon2Hasher::new(ONE).unwrap();
        let hash = |text, salt| hasher.hash_beside(text, [salt; 16], Turn::Known).unwrap();
        assert_eq!(hash("ABCDEFGHJK", 1), hash("ABCDEFGHJK", 1));
        assert_ne!(hash("ABCDEFGHJK", 1), hash("ABCDEFGHJK", 2));
        assert_ne!(hash("ABCDEFGHJK", 1), hash("ABCDEFGHJL", 1));
    }

    /// The only thread is held up while they come.
    #[test]
    fn who_is_known_comes_first_and_the_queues_are_short() {
        let hasher = Argon2Hasher::new(ONE).unwrap();
        let (begun, has_begun) = bounded::<()>(1);
        let (go_on, may_go_on) = bounded::<()>(0);
        let (told, order) = bounded(FAILED_WAIT + 2);
        thread::scope(|scope| {
            let hasher = &hasher;
            scope.spawn(move || {
                let held = hasher.wait_for(Turn::Known, move || {
                    begun.send(()).unwrap();
                    may_go_on.recv().unwrap();
                });
                assert_eq!(held, Ok(()));
            });
            has_begun.recv().unwrap();
            let tell = |turn| -> Job {
                let told = told.clone();
                Box::new(move || told.send(turn).unwrap())
            };
            for _ in 0..FAILED_WAIT {
                hasher.failed.try_send(tell(Turn::Failed)).unwrap();
            }
            assert_eq!(hasher.verify("x", "", Turn::Failed), Err(TooManyWait));
            hasher.strangers.try_send(tell(Turn::Stranger)).unwrap();
            hasher.known.try_send(tell(Turn::Known)).unwrap();
            go_on.send(()).unwrap();
        });
        let first_three: Vec<Turn> = order.iter().take(3).collect();
        assert_eq!(first_three, [Turn::Known, Turn::Stranger, Turn::Failed]);
    }
}
