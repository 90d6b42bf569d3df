//! Tests of the sandbox's responses to typical queries.
#![expect(clippy::unwrap_used, reason = "a test may")]

use rstest::rstest;
use serde_json::{Value, json};
use soda_sandbox::{Options, Sandbox, start};

/// Requests a path with these query parameters. Returns the status and the JSON body of the response.
fn get(sandbox: &Sandbox, path: &str, query: &[(&str, &str)]) -> (u16, Value) {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let mut request = agent.get(format!("{}{path}", sandbox.base_url()));
    for (name, value) in query {
        request = request.query(*name, *value);
    }
    let mut response = request.call().unwrap();
    (response.status().as_u16(), response.body_mut().read_json().unwrap())
}

/// Returns the citation numbers of the sample rows that a query selects, in order.
fn citation_numbers(query: &[(&str, &str)]) -> Vec<String> {
    let sandbox = start(Options::default()).unwrap();
    let (status, rows) = get(&sandbox, "/resource/nc67-uf89.json", query);
    assert_eq!(status, 200, "{rows}");
    let number = |row: &Value| row["summons_number"].as_str().unwrap().to_owned();
    rows.as_array().unwrap().iter().map(number).collect()
}

#[rstest]
#[case::equality_by_name(&[("plate", "D47LNW"), ("state", "NJ")], &["8951170463", "8951170475"])]
#[case::numbers_by_size(&[("$where", "amount_due > 90 and amount_due<=125 and state='NY'"), ("$order", "amount_due")], &["9093318204", "9102746638"])]
#[case::in_a_list(&[("$where", "summons_number in ('8951170463', 9093318204)"), ("$order", "summons_number DESC")], &["9093318204", "8951170463"])]
#[case::or_and_and_not(&[("$where", "(plate = 'D47LNW' or plate='NYC1203') AND amount_due > 0 AND NOT state = 'NY'")], &["8951170463"])]
#[case::not_in(&[("$where", "plate not in ('LNW2047','NYC1203') and violation_status is not null")], &["8951170475"])]
#[case::limit_and_offset(&[("$order", "summons_number"), ("$limit", "2"), ("$offset", "1")], &["4031186020", "8865203914"])]
#[case::escaped_quote(&[("$where", "violation = 'IT''S NONE'")], &[])]
fn a_query_returns_the_matching_rows(#[case] query: &[(&str, &str)], #[case] expected: &[&str]) {
    assert_eq!(citation_numbers(query), expected);
}

#[rstest]
#[case::unknown_selected_column(&[("$select", "plate,colour")], 400, "query.soql.no-such-column")]
#[case::unknown_filter_column(&[("colour", "red")], 400, "query.soql.no-such-column")]
#[case::unclosed_quote(&[("$where", "plate = 'A")], 400, "malformed.compiler")]
#[case::text_after_the_condition(&[("$where", "plate = 'A' plate")], 400, "malformed.compiler")]
#[case::limit_that_is_not_a_number(&[("$limit", "many")], 400, "query.soql.invalid-parameter")]
#[case::unknown_parameter(&[("$nothing", "1")], 400, "soql.unrecognized-parameter")]
fn an_invalid_query_is_refused_with_its_error_code(
    #[case] query: &[(&str, &str)],
    #[case] status: u16,
    #[case] code: &str,
) {
    let sandbox = start(Options::default()).unwrap();
    let (answered, body) = get(&sandbox, "/resource/nc67-uf89.json", query);
    assert_eq!(
        (answered, body["code"].as_str(), &body["error"]),
        (status, Some(code), &json!(true)),
        "{body}"
    );
}

#[test]
fn the_sandbox_counts_rows_and_selects_columns_and_describes_only_its_dataset() {
    let sandbox = start(Options::default()).unwrap();
    let count = get(&sandbox, "/resource/nc67-uf89.json", &[("$select", "count(*)")]);
    assert_eq!(count, (200, json!([{ "count": "9" }])));
    let some = [("$select", "plate, amount_due"), ("$where", "summons_number = '8951170463'")];
    assert_eq!(
        get(&sandbox, "/resource/nc67-uf89.json", &some),
        (200, json!([{ "plate": "D47LNW", "amount_due": "35" }]))
    );
    assert_eq!(get(&sandbox, "/resource/aaaa-bbbb.json", &[]).0, 404);
    let about = get(&sandbox, "/api/views/nc67-uf89.json", &[]).1;
    assert!(about["name"].as_str().unwrap().contains("TEST MODE"));
}
