//! Data keys: the check at startup, and key rotation (docs/product/security.md#data-keys).

use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use application::security::data_keys::{Error, check_and_store_keys, rotate_keys};
use application::security::seals::new_key;
use domain::security::data_key::{KeyId, KnownKey};
use domain::shared::ids::UserId;
use ports::shared::secrets::Vault;
use ports::store::with_store;
use serde_json::json;
use server::adapters::clock::SystemClock;
use server::adapters::crypto::RandomTokens;
use server::adapters::vault::{DataKeys, KeyedVault};

use crate::support::{App, DATA_KEY};

const NEW: &str = "YWJjZGVmZ2hpamFiY2RlZmdoaWphYmNkZWZnaGlqYWI=";

fn both_keys() -> String {
    format!("2:{NEW},1:{DATA_KEY}")
}

fn vault(keys: &str) -> KeyedVault {
    KeyedVault::new(&DataKeys::parse(keys).unwrap())
}

/// Runs a command of the server program, or the server if `command` is empty. Both use these data keys and the
/// database of the test.
fn run_server(app: &App, command: &str, keys: &str) -> Output {
    let data = tempfile::tempdir().unwrap();
    Command::new(env!("CARGO_BIN_EXE_server"))
        .args([command].iter().filter(|command| !command.is_empty()))
        .env_clear()
        .envs(app.database.settings())
        .env("DATA_DIR", data.path())
        .env("LANEWISE_DATA_KEY", keys)
        .env("PORT", "0")
        .output()
        .unwrap()
}

fn output_text(output: &Output) -> String {
    [output.stdout.as_slice(), &output.stderr]
        .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
        .concat()
}

/// Creates drivers with open status requests, whose SSN digits are encrypted.
fn create_status_requests(app: &App, names: &[&str]) -> Vec<UserId> {
    let ask = |name: &&str| {
        let driver = app.driver(name);
        let path = format!("/api/users/{driver}/request-status");
        let answer =
            app.call("PATCH", &path, Some(&app.log_in(driver)), Some(&json!({"lastFourSSN": "1234"})));
        assert_eq!(answer.status, 200);
        driver
    };
    names.iter().map(ask).collect()
}

/// Stores a second factor of the user, which `vault` encrypts.
fn second_factor(app: &App, vault: &dyn Vault, user: UserId) {
    let sealed = hex::encode(vault.seal(user, "JBSWY3DPEHPK3PXP"));
    app.sql(&format!(
        "INSERT INTO second_factors (user_id, sealed_secret, created_at) VALUES ({user}, '\\x{sealed}', now())"
    ));
}

/// Returns the key of each encrypted value: of all SSN digits and second factors.
fn keys_of_encrypted_values(app: &App) -> Vec<Option<KeyId>> {
    let values = app.database.values(
        "SELECT encode(sealed_ssn, 'hex') FROM users WHERE sealed_ssn IS NOT NULL
         UNION ALL SELECT encode(sealed_secret, 'hex') FROM second_factors",
    );
    values.into_iter().map(|sealed| KeyId::of(&hex::decode(sealed.unwrap()).unwrap())).collect()
}

#[test]
fn the_server_does_not_start_with_a_wrong_data_key() {
    let app = App::start();
    let (ours, database) = (vault(DATA_KEY), app.database.database());
    check_and_store_keys(&database, &ours, &SystemClock).unwrap();
    let refused = run_server(&app, "", NEW);
    assert!(!refused.status.success());
    assert!(
        output_text(&refused)
            .contains("key 1 in LANEWISE_DATA_KEY is not the one that encrypted this database"),
        "{}",
        output_text(&refused)
    );
    check_and_store_keys(&database, &ours, &SystemClock).unwrap();

    // Without the key that encrypted the stored data, `rotate-key` fails too.
    create_status_requests(&app, &["ann"]);
    let refused = run_server(&app, "rotate-key", &format!("2:{NEW}"));
    assert!(!refused.status.success());
    assert!(
        output_text(&refused).contains("encrypted with key 1, which is not in LANEWISE_DATA_KEY"),
        "{}",
        output_text(&refused)
    );
    assert!(!output_text(&refused).contains(NEW));
}

#[test]
fn without_a_stored_check_value_the_data_key_is_checked_against_encrypted_data() {
    let app = App::start();
    let ours = vault(DATA_KEY);
    let admin = app.admin();
    second_factor(&app, &ours, admin);
    // Simulates a value of release 0.1, which has no key number.
    app.sql("UPDATE second_factors SET sealed_secret = decode(repeat('ab', 56), 'hex')");
    let refused = check_and_store_keys(&app.database.database(), &ours, &SystemClock).unwrap_err();
    assert!(refused.to_string().contains("no key in LANEWISE_DATA_KEY decrypts"), "{refused}");
    assert_eq!(app.count("SELECT count(*) FROM data_keys"), 0);
}

#[test]
fn key_rotation_reencrypts_all_values_while_they_are_read_and_written() {
    let app = App::start_with(|config| config.data_keys = DataKeys::parse(&both_keys()).ok());
    let (old, new) = (vault(DATA_KEY), vault(&format!("2:{NEW}")));
    let database = app.database.database();
    check_and_store_keys(&database, &old, &SystemClock).unwrap();
    let admin = app.admin();
    let drivers = create_status_requests(&app, &["ann", "bob", "cid", "dan", "eve"]);
    for driver in &drivers {
        let sealed = hex::encode(old.seal(*driver, "1234"));
        app.sql(&format!("UPDATE users SET sealed_ssn = '\\x{sealed}' WHERE id = {driver}"));
    }
    second_factor(&app, &old, admin);
    assert!(keys_of_encrypted_values(&app).iter().all(|key| *key == Some(KeyId(1))));

    let token = app.log_in(admin);
    let is_over = AtomicBool::new(false);
    let reveal = |driver: &UserId| {
        let path = format!("/api/admin/status-requests/{driver}/reveal");
        let answer = app.post(&path, &token, &json!({"reason": "The license office asks"}));
        (answer.status, answer.json["lastFourSSN"].as_str().map(str::to_owned))
    };
    std::thread::scope(|scope| {
        let reading = scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                for driver in &drivers {
                    assert_eq!(reveal(driver), (200, Some("1234".to_owned())));
                }
            }
        });
        let rotations = [(); 2].map(|()| scope.spawn(|| run_server(&app, "rotate-key", &both_keys())));
        for rotation in rotations {
            let output = rotation.join().unwrap();
            assert!(output.status.success(), "{}", output_text(&output));
            assert!(output_text(&output).contains("remove key 1 from it"), "{}", output_text(&output));
        }
        is_over.store(true, Ordering::Relaxed);
        reading.join().unwrap();
    });
    assert!(keys_of_encrypted_values(&app).iter().all(|key| *key == Some(KeyId(2))));
    assert_eq!(keys_of_encrypted_values(&app).len(), 6);
    // The old key is no longer needed.
    check_and_store_keys(&database, &new, &SystemClock).unwrap();
    let again = run_server(&app, "rotate-key", &format!("2:{NEW}"));
    assert!(output_text(&again).contains("0 SSN digits, 0 second factors"), "{}", output_text(&again));
}

#[test]
fn data_that_no_key_can_decrypt_is_reported_and_left_unchanged() {
    let app = App::start();
    let database = app.database.database();
    check_and_store_keys(&database, &vault(DATA_KEY), &SystemClock).unwrap();
    let drivers = create_status_requests(&app, &["ann", "bob"]);
    let spoilt = drivers[0];
    app.sql(&format!("UPDATE users SET sealed_ssn = decode(repeat('ab', 44), 'hex') WHERE id = {spoilt}"));
    let keys = vault(&both_keys());
    let done = rotate_keys(&database, &keys, &RandomTokens).unwrap();
    assert_eq!((done.digits, done.second_factors, done.unreadable), (1, 0, vec![spoilt]));
    let again = rotate_keys(&database, &keys, &RandomTokens).unwrap();
    assert_eq!((again.digits, again.unreadable.len()), (0, 1));
    let output = run_server(&app, "rotate-key", &both_keys());
    assert!(
        !output.status.success() && output_text(&output).contains(&format!("users {spoilt}")),
        "{}",
        output_text(&output)
    );
}

/// A vault that decrypts with the first vault, which has the new key. It encrypts with the second vault, which has
/// only the old key.
struct OldKeyVault(Arc<dyn Vault>, Arc<dyn Vault>);

impl Vault for OldKeyVault {
    fn seal(&self, user: UserId, plain: &str) -> Vec<u8> {
        self.1.seal(user, plain)
    }

    fn open(&self, user: UserId, sealed: &[u8]) -> Option<String> {
        self.0.open(user, sealed)
    }

    fn keys(&self) -> Vec<KnownKey> {
        self.0.keys()
    }
}

#[test]
fn a_key_rotation_that_cannot_finish_still_adds_a_new_seal_key() {
    let app = App::start();
    let database = app.database.database();
    check_and_store_keys(&database, &vault(DATA_KEY), &SystemClock).unwrap();
    app.sql("DELETE FROM seal_keys");
    let (new, old) = (vault(&both_keys()), vault(DATA_KEY));
    with_store(&database, |store| new_key(store, &old, &RandomTokens)).unwrap();
    let stubborn = OldKeyVault(Arc::new(new), Arc::new(old));
    assert!(matches!(rotate_keys(&database, &stubborn, &RandomTokens), Err(Error::Endless)));
    assert_eq!(app.count("SELECT count(*) FROM seal_keys"), 2);
}
