//! Tests of storing files in a folder, of an unreachable bucket, and of time limits for scans.
//! `frontend/judges/storage.test.mjs` tests a bucket.

mod clamd;

use std::net::TcpListener;

use adapters_files::{Bucket, StoredContents};
use ports::shared::file_contents::{ContentError, FileContents};
use rstest::rstest;

#[test]
fn stored_contents_can_be_replaced_read_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let store = StoredContents::in_folder(&folder.path().join("files")).unwrap();
    for content in [b"first".to_vec(), b"second".to_vec()] {
        store.put("a_Name-original", content.clone()).unwrap();
        assert_eq!(store.get("a_Name-original").unwrap(), content);
    }
    store.delete("a_Name-original").unwrap();
    store.delete("a_Name-original").unwrap();
    assert!(matches!(store.get("a_Name-original"), Err(ContentError::Missing)));
}

#[rstest]
#[case("../outside")]
#[case("/etc/passwd")]
#[case("a/../../b")]
fn a_file_name_cannot_escape_the_storage_folder(#[case] name: &str) {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("files");
    let store = StoredContents::in_folder(&folder).unwrap();
    let _stored = store.put(name, b"content".to_vec());
    let beside: Vec<_> =
        std::fs::read_dir(outer.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(beside, ["files"]);
}

#[test]
fn an_unreachable_bucket_is_reported_as_unavailable() {
    let unused = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let store = StoredContents::in_bucket(&Bucket {
        name: "files".to_owned(),
        endpoint: Some(format!("http://{unused}/")),
        region: "us-east-1".to_owned(),
        key_id: "key".to_owned(),
        secret: "secret".to_owned(),
    })
    .unwrap();
    assert!(matches!(store.put("a", b"content".to_vec()), Err(ContentError::Unavailable(_))));
    assert!(matches!(store.get("a"), Err(ContentError::Unavailable(_))));
}
