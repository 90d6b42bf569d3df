//! Stores the encrypted contents of files in a folder or in an S3-compatible bucket, through the library
//! `object_store`. Also scans files for malware with clamd.

pub mod clamd;

use std::io;
use std::path::Path as FolderPath;
use std::time::Duration;

use object_store::aws::{AmazonS3Builder, Checksum};
use object_store::client::{ClientOptions, HttpClient, HttpConnector};
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{BackoffConfig, ObjectStore, ObjectStoreExt, RetryConfig};
use ports::shared::file_contents::{ContentError, FileContents};
use tokio::runtime::{Builder, Runtime};

/// Maximum time for a whole call, including retries.
const CALL_TIMEOUT: Duration = Duration::from_secs(6);
/// Maximum time for connecting to a bucket's server.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// Maximum number of retries of a failed request to a bucket.
const RETRIES: usize = 2;

/// An S3-compatible bucket, and the credentials for it.
#[derive(Clone, PartialEq, Eq)]
pub struct Bucket {
    /// Name of the bucket.
    pub name: String,
    /// URL of the server; `None` means Amazon's server for the region.
    pub endpoint: Option<String>,
    /// Region, such as `us-east-1`.
    pub region: String,
    /// Id of the access key.
    pub key_id: String,
    /// The secret access key.
    pub secret: String,
}

/// The contents of files, in a folder or a bucket.
pub struct StoredContents {
    store: Box<dyn ObjectStore>,
    /// Runs the library's asynchronous calls while the calling thread blocks. `None` only while this value is dropped.
    runtime: Option<Runtime>,
}

impl Drop for StoredContents {
    /// Stops the runtime without waiting. Asynchronous code may drop this value, and
    /// waiting would panic there.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl StoredContents {
    /// Opens a folder, and creates it if it doesn't exist.
    ///
    /// # Errors
    /// Fails if the folder can't be created.
    pub fn in_folder(folder: &FolderPath) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let store = LocalFileSystem::new_with_prefix(folder).map_err(io::Error::other)?;
        Self::new(Box::new(store))
    }

    /// Opens a bucket. Doesn't connect to it yet.
    ///
    /// # Errors
    /// Fails if the settings are invalid.
    pub fn in_bucket(bucket: &Bucket) -> io::Result<Self> {
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(&bucket.name)
            .with_region(&bucket.region)
            .with_access_key_id(&bucket.key_id)
            .with_secret_access_key(&bucket.secret)
            .with_checksum_algorithm(Checksum::SHA256)
            .with_allow_http(true)
            .with_http_connector(TlsConnector)
            .with_retry(RetryConfig {
                max_retries: RETRIES,
                retry_timeout: CALL_TIMEOUT,
                backoff: BackoffConfig::default(),
            });
        if let Some(endpoint) = &bucket.endpoint {
            builder = builder.with_endpoint(endpoint.trim_end_matches('/'));
        }
        Self::new(Box::new(builder.build().map_err(io::Error::other)?))
    }

    /// Creates the runtime for the calls of `store`.
    fn new(store: Box<dyn ObjectStore>) -> io::Result<Self> {
        let runtime =
            Builder::new_multi_thread().worker_threads(1).thread_name("files").enable_all().build()?;
        Ok(Self { store, runtime: Some(runtime) })
    }

    /// Runs a call of the library, `work`, within [`CALL_TIMEOUT`].
    fn call<T>(&self, work: impl Future<Output = object_store::Result<T>>) -> Result<T, ContentError> {
        let limited = async { tokio::time::timeout(CALL_TIMEOUT, work).await };
        let Some(runtime) = &self.runtime else {
            return Err(ContentError::Unavailable("the storage is closed".into()));
        };
        match runtime.block_on(limited) {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(object_store::Error::NotFound { .. })) => Err(ContentError::Missing),
            Ok(Err(error)) => Err(ContentError::Unavailable(Box::new(error))),
            Err(late) => Err(ContentError::Unavailable(Box::new(late))),
        }
    }
}

impl FileContents for StoredContents {
    fn put(&self, name: &str, content: Vec<u8>) -> Result<(), ContentError> {
        self.call(self.store.put(&Path::from(name), content.into())).map(drop)
    }

    fn get(&self, name: &str) -> Result<Vec<u8>, ContentError> {
        let path = Path::from(name);
        let content = self.call(async { self.store.get(&path).await?.bytes().await })?;
        Ok(content.into())
    }

    fn delete(&self, name: &str) -> Result<(), ContentError> {
        match self.call(self.store.delete(&Path::from(name))) {
            Ok(()) | Err(ContentError::Missing) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

/// A connector whose HTTP clients use the same TLS library and certificates as the server's other clients.
#[derive(Debug)]
struct TlsConnector;

impl HttpConnector for TlsConnector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let client = tls_client().map_err(|source| object_store::Error::Generic { store: "S3", source })?;
        Ok(HttpClient::new(client))
    }
}

/// Creates the HTTP client for a bucket.
fn tls_client() -> Result<reqwest::Client, Box<dyn std::error::Error + Send + Sync>> {
    Ok(reqwest::Client::builder()
        .tls_backend_preconfigured(tls::client_config()?)
        .timeout(CALL_TIMEOUT)
        .connect_timeout(CONNECT_TIMEOUT)
        .redirect(reqwest::redirect::Policy::none())
        .build()?)
}
