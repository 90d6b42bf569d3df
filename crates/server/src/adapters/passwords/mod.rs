//! Password hashing on a few dedicated threads, so that a flood of logins can't take all cores or much
//! memory.

mod memory;

use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use crossbeam_channel::{Receiver, Sender, bounded, select_biased};
use ports::shared::secrets::{HashPriority, HashQueueFull, PasswordHasher, Salt, TokenHash};

use memory::HashBuffer;

/// Maximum numbers of waiting passwords with the priority [`HashPriority::Known`]. All these limits are low,
/// because each waiting request occupies a request thread.
const KNOWN_WAIT: HashQueueLimits = HashQueueLimits { per_thread: 48, total: 96 };
/// Maximum numbers of waiting passwords with the priority [`HashPriority::Stranger`].
const STRANGERS_WAIT: HashQueueLimits = HashQueueLimits { per_thread: 64, total: 128 };
/// Maximum numbers of waiting passwords with the priority [`HashPriority::Failed`].
const FAILED_WAIT: HashQueueLimits = HashQueueLimits { per_thread: 8, total: 32 };

/// How long a hashing thread keeps its buffer after its last password. In a flood of logins, the next password always
/// comes sooner.
const KEEP_BUFFER: Duration = Duration::from_secs(10);

struct HashQueueLimits {
    per_thread: usize,
    total: usize,
}

impl HashQueueLimits {
    /// Returns the maximum number of passwords that can wait if `threads` threads hash passwords.
    fn limit_for(&self, threads: NonZeroUsize) -> usize {
        self.per_thread.saturating_mul(threads.get()).min(self.total)
    }
}

type Job = Box<dyn FnOnce(&mut HashBuffer) + Send>;

/// A password hasher that runs argon2id on a few threads. Each thread reuses its own buffer.
pub struct Argon2Hasher {
    /// Queue of jobs with the priority [`HashPriority::Known`], which run before all others.
    known: Sender<Job>,
    /// Queue of jobs with the priority [`HashPriority::Stranger`].
    strangers: Sender<Job>,
    /// Queue of jobs with the priority [`HashPriority::Failed`], which run only if no other job waits.
    failed: Sender<Job>,
    /// Hash that [`PasswordHasher::verify_dummy`] compares with.
    dummy_hash: String,
}

impl Argon2Hasher {
    /// Creates a hasher with this many threads, which end when the hasher is dropped.
    ///
    /// # Errors
    /// Fails when the operating system provides no randomness or no thread.
    pub fn new(threads: NonZeroUsize) -> anyhow::Result<Self> {
        Self::start(threads, KEEP_BUFFER)
    }

    /// Creates a hasher whose threads release their buffers after this time without a password.
    fn start(threads: NonZeroUsize, keep_buffer: Duration) -> anyhow::Result<Self> {
        let dummy_hash = HashBuffer::default().hash("nobody has this password");
        let dummy_hash = dummy_hash.map_err(|error| anyhow::anyhow!("argon2: {error}"))?;
        let (known, known_jobs) = bounded(KNOWN_WAIT.limit_for(threads));
        let (strangers, strangers_jobs) = bounded(STRANGERS_WAIT.limit_for(threads));
        let (failed, failed_jobs) = bounded(FAILED_WAIT.limit_for(threads));
        for n in 1..=threads.get() {
            let queues = [known_jobs.clone(), strangers_jobs.clone(), failed_jobs.clone()];
            thread::Builder::new()
                .name(format!("passwords-{n}"))
                .spawn(move || run_hashing_thread(&queues, keep_buffer))
                .context("starting a password hashing thread")?;
        }
        Ok(Self { known, strangers, failed, dummy_hash })
    }

    /// Runs the job on one of the threads and waits for its result. Fails if the queue is full or the job panics.
    fn run_on_hashing_thread<T: Send + 'static>(
        &self,
        priority: HashPriority,
        job: impl FnOnce(&mut HashBuffer) -> T + Send + 'static,
    ) -> Result<T, HashQueueFull> {
        let (done, outcome) = bounded(1);
        let job: Job = Box::new(move |memory| {
            let _receiver_is_gone = done.send(job(memory));
        });
        self.queue_sender(priority).try_send(job).map_err(|_| HashQueueFull)?;
        outcome.recv().map_err(|_| HashQueueFull)
    }

    /// Returns the sender of the queue for this priority.
    fn queue_sender(&self, priority: HashPriority) -> &Sender<Job> {
        match priority {
            HashPriority::Known => &self.known,
            HashPriority::Stranger => &self.strangers,
            HashPriority::Failed => &self.failed,
        }
    }
}

/// Runs one hashing thread until the hasher is dropped. The queues are in the order of their priority. After
/// `keep_buffer` without a job, the thread releases its buffer.
fn run_hashing_thread([known, strangers, failed]: &[Receiver<Job>; 3], keep_buffer: Duration) {
    let mut memory = HashBuffer::default();
    loop {
        let job = select_biased! {
            recv(known) -> job => job,
            recv(strangers) -> job => job,
            recv(failed) -> job => job,
            default(keep_buffer) => {
                memory = HashBuffer::default();
                continue;
            }
        };
        match job {
            Ok(job) => job(&mut memory),
            Err(_) => return,
        }
    }
}

impl PasswordHasher for Argon2Hasher {
    fn hash(&self, password: &str, priority: HashPriority) -> Result<String, HashQueueFull> {
        let password = password.to_owned();
        self.run_on_hashing_thread(priority, move |memory| {
            // If hashing fails, the hash is empty. An empty hash matches no password, so the user
            // must reset the password.
            memory
                .hash(&password)
                .inspect_err(|error| tracing::error!(%error, "could not hash a password"))
                .unwrap_or_default()
        })
    }

    fn verify(&self, password: &str, hash: &str, priority: HashPriority) -> Result<bool, HashQueueFull> {
        let (password, hash) = (password.to_owned(), hash.to_owned());
        self.run_on_hashing_thread(priority, move |memory| memory.verify(&password, &hash).unwrap_or(false))
    }

    fn is_full(&self, priority: HashPriority) -> bool {
        self.queue_sender(priority).is_full()
    }

    fn verify_dummy(&self, password: &str, priority: HashPriority) -> Result<(), HashQueueFull> {
        self.verify(password, &self.dummy_hash, priority).map(drop)
    }

    fn hash_with_salt(
        &self,
        text: &str,
        salt: Salt,
        priority: HashPriority,
    ) -> Result<TokenHash, HashQueueFull> {
        let text = text.to_owned();
        self.run_on_hashing_thread(priority, move |memory| {
            let mut hash = TokenHash([0; 32]);
            if let Err(error) = memory.raw_hash(&text, &salt, &mut hash.0) {
                tracing::error!(%error, "could not hash a code");
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
    fn a_password_matches_only_its_own_hash() {
        let hasher = Argon2Hasher::new(ONE).unwrap();
        let hash = hasher.hash("correct horse battery", HashPriority::Failed).unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_eq!(hasher.verify("correct horse battery", &hash, HashPriority::Known), Ok(true));
        assert_eq!(hasher.verify("correct horse batterz", &hash, HashPriority::Known), Ok(false));
        assert_eq!(hasher.verify("", "", HashPriority::Known), Ok(false));
    }

    #[test]
    fn hashing_a_text_again_with_its_salt_gives_the_same_hash() {
        let hasher = Argon2Hasher::new(ONE).unwrap();
        let hash = |text, salt| hasher.hash_with_salt(text, [salt; 16], HashPriority::Known).unwrap();
        assert_eq!(hash("ABCDEFGHJK", 1), hash("ABCDEFGHJK", 1));
        assert_ne!(hash("ABCDEFGHJK", 1), hash("ABCDEFGHJK", 2));
        assert_ne!(hash("ABCDEFGHJK", 1), hash("ABCDEFGHJL", 1));
    }

    #[test]
    fn a_thread_without_work_releases_its_buffer() {
        let hasher = Argon2Hasher::start(ONE, Duration::ZERO).unwrap();
        let is_released =
            || hasher.run_on_hashing_thread(HashPriority::Known, |memory| memory.is_empty()).unwrap();
        hasher.hash("correct horse battery", HashPriority::Known).unwrap();
        // Each job that arrives before the thread waits again finds the buffer in place.
        assert!((0..100_000).any(|_| is_released()));
        let hash = hasher.hash("correct horse battery", HashPriority::Known).unwrap();
        assert_eq!(hasher.verify("correct horse battery", &hash, HashPriority::Known), Ok(true));
    }

    /// The only hashing thread is busy while the test queues the jobs.
    #[test]
    fn passwords_of_known_clients_are_hashed_first_and_the_queues_are_limited() {
        let hasher = Argon2Hasher::new(ONE).unwrap();
        let (started, has_started) = bounded::<()>(1);
        let (resume, may_resume) = bounded::<()>(0);
        let (finished, order) = bounded(FAILED_WAIT.limit_for(ONE) + 2);
        thread::scope(|scope| {
            let hasher = &hasher;
            scope.spawn(move || {
                let running = hasher.run_on_hashing_thread(HashPriority::Known, move |_| {
                    started.send(()).unwrap();
                    may_resume.recv().unwrap();
                });
                assert_eq!(running, Ok(()));
            });
            has_started.recv().unwrap();
            let reporting_job = |priority| -> Job {
                let finished = finished.clone();
                Box::new(move |_| finished.send(priority).unwrap())
            };
            for _ in 0..FAILED_WAIT.limit_for(ONE) {
                hasher.failed.try_send(reporting_job(HashPriority::Failed)).unwrap();
            }
            assert_eq!(hasher.verify("x", "", HashPriority::Failed), Err(HashQueueFull));
            assert!(hasher.is_full(HashPriority::Failed) && !hasher.is_full(HashPriority::Stranger));
            hasher.strangers.try_send(reporting_job(HashPriority::Stranger)).unwrap();
            hasher.known.try_send(reporting_job(HashPriority::Known)).unwrap();
            resume.send(()).unwrap();
        });
        let first_three: Vec<HashPriority> = order.iter().take(3).collect();
        assert_eq!(first_three, [HashPriority::Known, HashPriority::Stranger, HashPriority::Failed]);
    }
}
