//! Password hashes, by a few threads of their own: a flood of logins takes neither all cores nor much memory.

use std::num::NonZeroUsize;
use std::thread;

use anyhow::Context;
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use crossbeam_channel::{Receiver, Sender, bounded, select_biased};
use ports::shared::secrets::{PasswordHasher, TooManyWait, Turn};

/// So many of those who come first wait for each thread: what one thread hashes in about a second.
const FIRST_WAIT: usize = 64;
/// So many of the others.
const LATER_WAIT: usize = 16;

type Job = Box<dyn FnOnce() + Send>;

/// argon2id; the library's defaults are OWASP's cost (19 MiB, two passes, one lane).
pub struct Argon2Hasher {
    first: Sender<Job>,
    later: Sender<Job>,
    nobody: String,
}

impl Argon2Hasher {
    /// A hasher with so many threads; they end with it.
    ///
    /// # Errors
    /// When the operating system has no randomness, or no thread.
    pub fn new(threads: NonZeroUsize) -> anyhow::Result<Self> {
        let (first, first_jobs) = bounded(FIRST_WAIT.saturating_mul(threads.get()));
        let (later, later_jobs) = bounded(LATER_WAIT.saturating_mul(threads.get()));
        for n in 1..=threads.get() {
            let (first_jobs, later_jobs) = (first_jobs.clone(), later_jobs.clone());
            thread::Builder::new()
                .name(format!("passwords-{n}"))
                .spawn(move || work(&first_jobs, &later_jobs))
                .context("starting a thread for passwords")?;
        }
        Ok(Self { first, later, nobody: hash("nobody has this password")? })
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
            Turn::First => &self.first,
            Turn::Later => &self.later,
        };
        queue.try_send(job).map_err(|_| TooManyWait)?;
        outcome.recv().map_err(|_| TooManyWait)
    }
}

/// One of the threads, until the hasher is gone.
fn work(first: &Receiver<Job>, later: &Receiver<Job>) {
    loop {
        let job = select_biased! {
            recv(first) -> job => job,
            recv(later) -> job => job,
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
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: NonZeroUsize = NonZeroUsize::MIN;

    #[test]
    fn a_password_fits_its_hash_alone() {
        let hasher = Argon2Hasher::new(ONE).unwrap();
        let hash = hasher.hash("correct horse battery", Turn::Later).unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_eq!(hasher.verify("correct horse battery", &hash, Turn::First), Ok(true));
        assert_eq!(hasher.verify("correct horse batterz", &hash, Turn::First), Ok(false));
        assert_eq!(hasher.verify("", "", Turn::First), Ok(false));
    }

    /// The only thread is held up while they come.
    #[test]
    fn who_failed_nothing_comes_first_and_the_queues_are_short() {
        let hasher = Argon2Hasher::new(ONE).unwrap();
        let (begun, has_begun) = bounded::<()>(1);
        let (go_on, may_go_on) = bounded::<()>(0);
        let (told, order) = bounded(LATER_WAIT + 1);
        thread::scope(|scope| {
            let hasher = &hasher;
            scope.spawn(move || {
                let held = hasher.wait_for(Turn::First, move || {
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
            for _ in 0..LATER_WAIT {
                hasher.later.try_send(tell(Turn::Later)).unwrap();
            }
            assert_eq!(hasher.verify("x", "", Turn::Later), Err(TooManyWait));
            hasher.first.try_send(tell(Turn::First)).unwrap();
            go_on.send(()).unwrap();
        });
        assert_eq!(order.recv().unwrap(), Turn::First);
        assert_eq!(order.recv().unwrap(), Turn::Later);
    }
}
