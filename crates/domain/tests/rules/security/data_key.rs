use domain::security::data_key::{DataKeyError, KeyId, KnownKey, find_new_keys, parse_keys};
use rstest::rstest;

#[rstest]
#[case::one_without_an_id("abc=", &[(1, "abc=")])]
#[case::one_with_an_id("7:abc=", &[(7, "abc=")])]
#[case::several("2:new, 1:old", &[(2, "new"), (1, "old")])]
#[case::the_largest(" 65535 : abc ", &[(65535, "abc")])]
fn data_keys_are_parsed_with_their_ids(#[case] text: &str, #[case] expected: &[(u16, &str)]) {
    let expected: Vec<(KeyId, &str)> = expected.iter().map(|(id, key)| (KeyId(*id), *key)).collect();
    assert_eq!(parse_keys(text), Ok(expected));
}

#[rstest]
#[case::one_of_two_without_an_id("2:new,old", "part 2")]
#[case::no_number("new:abc", "part 1")]
#[case::zero("0:abc", "part 1")]
#[case::too_large("65536:abc", "part 1")]
#[case::twice("2:a,2:b", "key 2 twice")]
#[case::an_empty_part("2:a,", "part 2")]
fn an_invalid_key_list_is_reported_without_revealing_keys(#[case] text: &str, #[case] expected: &str) {
    let wrong = parse_keys(text).unwrap_err();
    assert!(wrong.contains(expected) && !wrong.contains("abc"), "{wrong}");
}

#[test]
fn the_prefix_of_an_encrypted_value_identifies_its_key() {
    for id in [1, 2, 258, u16::MAX] {
        let sealed = [KeyId(id).mark().as_slice(), &[9; 50]].concat();
        assert_eq!(KeyId::of(&sealed), Some(KeyId(id)));
    }
    assert_eq!(KeyId::of(&[9; 50]), None);
    assert_eq!(KeyId::of(b"LWK"), None);
    assert_eq!(KeyId::of(&[]), None);
}

#[test]
fn new_data_keys_are_found_and_a_changed_key_is_detected_by_its_check_value() {
    let key = |id, check| KnownKey { id: KeyId(id), check: [check; 32] };
    assert_eq!(find_new_keys(&[], &[key(1, 1)]), Ok(vec![key(1, 1)]));
    assert_eq!(find_new_keys(&[key(1, 1)], &[key(1, 1)]), Ok(vec![]));
    assert_eq!(find_new_keys(&[key(1, 1)], &[key(2, 2), key(1, 1)]), Ok(vec![key(2, 2)]));
    assert_eq!(find_new_keys(&[key(1, 1)], &[key(1, 2)]), Err(DataKeyError::Other(KeyId(1))));
    assert_eq!(
        find_new_keys(&[key(1, 1), key(2, 2)], &[key(3, 3), key(2, 1)]),
        Err(DataKeyError::Other(KeyId(2)))
    );
}
