use adapters_postgres::testing::TestDatabase;
use domain::shared::ids::UserId;
use domain::shared::search::fold_text;
use domain::shared::us_state::UsState;
use ports::accounts::users::{NewUser, Users};
use ports::shared::list::Lists;
use ports::shared::paging::Page;

use crate::support::{ALL, World, at, new_user, users};

#[test]
fn the_user_search_matches_id_name_email_license_and_state() {
    let mut world = World::new();
    let named = |email: &str, name: &str, license: &str, state| NewUser {
        full_name: Some(name.to_owned()),
        drivers_license_number: Some(license.to_owned()),
        state: Some(state),
        ..new_user(email)
    };
    let ids: Vec<UserId> = [
        named("ann@example.com", "Ann Smith", "TX100", UsState::Texas),
        named("bob_50%@example.com", r"Bob O'Hara \ Sons", "NY500", UsState::NewYork),
        named("cy@smithson.org", "Cy Young", "CA600", UsState::California),
    ]
    .iter()
    .map(|user| world.store().insert_user(user).unwrap().id)
    .collect();
    let mut check = |query: &str, expected: &[usize]| {
        let found = world.store().list(&users(Some(query), ALL)).unwrap();
        let found_ids: Vec<UserId> = found.items.iter().map(|user| user.id).collect();
        let expected: Vec<UserId> = expected.iter().map(|index| ids[*index]).collect();
        assert_eq!(
            (found_ids, found.total),
            (expected.clone(), i64::try_from(expected.len()).unwrap()),
            "{query}"
        );
    };
    check("smith", &[2, 0]);
    check("SMITHSON", &[2]);
    check("new york", &[1]);
    check("x10", &[0]);
    check("o'hara", &[1]);
    check(&ids[1].to_string(), &[1]);
    check(&format!(" {} ", ids[1]), &[1]);
    check("", &[2, 1, 0]);
    // A character that is a wildcard in SQL matches only itself.
    check("_50%@exa", &[1]);
    check("ob%50", &[]);
    check("bob_5", &[1]);
    check(r"hara \ s", &[1]);
    // A search of fewer than three letters in a row matches only the beginning of a word.
    check("o'", &[2, 1]);
    check("xa", &[]);
    // These searches match no user.
    check("%", &[]);
    check("no such text", &[]);
    check("99999999999999999999", &[]);
    // Capital letters, the kind of the apostrophe, and separators make no difference.
    check("BOB O’HARA", &[1]);
    check("oʼhara", &[1]);
    check("ny-500", &[1]);
    check("CA 6-00", &[2]);
    check("smith\0", &[]);
}

#[test]
fn the_user_search_ignores_accents_case_and_separators() {
    let mut world = World::new();
    let mut named = |email: &str, name: &str, license: &str, plate: &str, phone: &str| {
        let user = NewUser {
            full_name: Some(name.to_owned()),
            drivers_license_number: Some(license.to_owned()),
            vehicle_license_plate: Some(plate.to_owned()),
            phone_number: Some(phone.to_owned()),
            ..new_user(email)
        };
        world.store().insert_user(&user).unwrap().id
    };
    let jose = named("j@example.com", "José NÚÑEZ", "S530-460-85", "ABC 1234", "5125550101");
    let zoe = named("z@example.com", "Zoe\u{308} O’Neil-Łuk", "WDL*X123", "XYZ98765", "6145550102");
    let mut check = |query: &str, expected: UserId| {
        let found = world.store().list(&users(Some(query), ALL)).unwrap();
        let ids: Vec<UserId> = found.items.iter().map(|user| user.id).collect();
        assert_eq!(ids, [expected], "{query}");
    };
    for query in ["jose nunez", "JOSÉ", "NÚÑEZ", "nu\u{301}n\u{303}ez", "Nú", "abc1234", "abc-12 34", "AB-C1"]
    {
        check(query, jose);
    }
    for query in [
        "s53046085",
        "S530 460 85",
        "30-4608",
        "+1 512 555 0101",
        "1-512-555-0101",
        "15125550101",
        "512.555.0101",
    ] {
        check(query, jose);
    }
    for query in [
        "zoë",
        "ZOË",
        "zoe",
        "o'neil",
        "O’NEIL",
        "oʼneil łuk",
        "neil–luk",
        "xyz-98765",
        "XYZ 987 65",
        "wdlx123",
    ] {
        check(query, zoe);
    }
}

#[test]
fn users_are_found_by_the_first_digits_of_their_ids() {
    let mut world = World::new();
    let ids: Vec<UserId> =
        (0..12).map(|n| world.user(&format!("{}@example.com", char::from(b'a' + n)))).collect();
    world.db.execute(
        "UPDATE users SET vehicle_license_plate = NULL, phone_number = NULL, drivers_license_number = NULL",
    );
    let found = world.store().list(&users(Some("1"), ALL)).unwrap();
    let found: Vec<UserId> = found.items.iter().map(|user| user.id).collect();
    let expected: Vec<UserId> =
        ids.iter().rev().copied().filter(|id| id.to_string().starts_with('1')).collect();
    assert!(expected.len() > 1, "{ids:?}");
    assert_eq!(found, expected);
}

/// Armenian letters that PostgreSQL 15 doesn't know, because Unicode 18 added them.
const NEWER_THAN_POSTGRESQL: &[char] = &['\u{558}', '\u{58b}', '\u{58c}'];

/// The database normalizes each character that it knows in the same way as the domain. The database's
/// locale makes no difference.
#[test]
fn the_database_and_the_domain_normalize_search_text_identically() {
    let db = TestDatabase::new();
    let differing = |first: u32, last: u32| {
        let letters = (first..=last).filter_map(char::from_u32);
        let letters = letters.filter(|letter| !NEWER_THAN_POSTGRESQL.contains(letter));
        let letters: String = letters.map(|letter| format!("{letter}\u{1}")).collect();
        let sql = format!("SELECT search_fold('{}')", letters.replace('\'', "''"));
        let found = db.value(&sql).unwrap();
        let pairs = letters.split('\u{1}').zip(found.split('\u{1}'));
        pairs
            .filter(|(letter, found)| fold_text(letter) != **found)
            .map(|(letter, _)| letter.to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(differing(0x20, 0x7e), [""; 0]);
    assert_eq!(differing(0x20, 0x208e), [""; 0]);
    assert_eq!(differing(0x20a0, 0x24ff), [""; 0]);
    assert_eq!(differing(0xfb00, 0xffef), [""; 0]);
}

/// Numbers of five or more digits are found with a separate index, which must contain the digits
/// of each searched column.
#[test]
fn the_user_search_finds_parts_of_long_numbers() {
    let mut world = World::new();
    let id = world
        .store()
        .insert_user(&NewUser {
            full_name: Some("Ann 7654321".to_owned()),
            drivers_license_number: Some("TX-2468013".to_owned()),
            phone_number: Some("5125550199".to_owned()),
            vehicle_license_plate: Some("AB 97531".to_owned()),
            ..new_user("ann112233@example.com")
        })
        .unwrap()
        .id;
    for query in
        ["76543", "7654321", "TX-24680", "468013", "12555019", "50199", "(512) 555-0199", "97531", "11223"]
    {
        let found = world.store().list(&users(Some(query), ALL)).unwrap();
        assert_eq!(found.items.iter().map(|user| user.id).collect::<Vec<_>>(), [id], "{query}");
    }
    // The first search has the last five digits of a phone number. Each of the other searches has digits from
    // two columns, so it matches nothing.
    for query in ["12555", "76542", "468014", "331122", "432124"] {
        assert_eq!(world.store().list(&users(Some(query), ALL)).unwrap().total, 0, "{query}");
    }
}

#[test]
fn pages_of_users_are_newest_first_and_include_the_total() {
    let mut world = World::new();
    let ids: Vec<UserId> = (0..5).map(|n| world.user(&format!("user{n}@example.com"))).collect();
    for query in [None, Some("example.com")] {
        let page = world.store().list(&users(query, Page { limit: 2, offset: 1 })).unwrap();
        assert_eq!(page.items.iter().map(|user| user.id).collect::<Vec<_>>(), [ids[3], ids[2]]);
        assert_eq!(page.total, 5);
        let past = world.store().list(&users(query, Page { limit: 2, offset: 9 })).unwrap();
        assert!(past.items.is_empty() && past.total == 5);
    }
}

#[test]
fn ssn_digits_are_stored_encrypted() {
    let mut world = World::new();
    let id = world.user("ann@example.com");
    world.store().set_status_request(id, &[0, 1, 255], at(7)).unwrap();
    assert_eq!(world.db.value("SELECT sealed_ssn FROM users"), Some(r"\x0001ff".to_owned()));
}

#[test]
fn a_user_search_counts_at_most_500_matches() {
    let mut world = World::new();
    world.db.execute(
        "INSERT INTO users (email, password_hash) SELECT 'user' || n || '@example.com', '$argon2id$' FROM generate_series(1, 10020) AS n",
    );
    let mut total = |query| {
        let found = world.store().list(&users(query, Page { limit: 1, offset: 0 })).unwrap();
        (found.total, found.is_total_lower_bound)
    };
    assert_eq!(total(None), (10_020, false));
    assert_eq!(total(Some("example.com")), (500, true));
    assert_eq!(total(Some("user1002")), (2, false));
}
