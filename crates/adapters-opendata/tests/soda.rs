//! Tests of the SODA client with the SODA sandbox over HTTP, and checks of the file
//! that describes each city's source.
#![expect(clippy::unwrap_used, reason = "a test may")]

use std::io::{Read, Write};
use std::net::TcpListener;
use std::time::{Duration, SystemTime};

use adapters_opendata::{SodaOptions, SodaSource, city_names, find_city};
use chrono::{DateTime, NaiveDate, Utc};
use domain::shared::person::plate_state::PlateState;
use domain::shared::us_state::UsState;
use domain::sources::answer::SourceBalance;
use ports::sources::query::{CitationSource, SourceQueryError};
use rstest::rstest;
use soda_sandbox::{DEMO_PLATES, Fault, Options, Sandbox, row, start};
use traces::Traces;
use tracing_subscriber::layer::SubscriberExt;

fn today() -> NaiveDate {
    DateTime::<Utc>::from(SystemTime::now()).date_naive()
}

fn start_city(options: Options) -> (Sandbox, SodaSource) {
    let sandbox = start(options).unwrap();
    let options = SodaOptions {
        address: Some(sandbox.base_url().to_owned()),
        app_token: Some("token".to_owned()),
        timeout: Duration::from_secs(5),
        ..SodaOptions::default()
    };
    let source = SodaSource::new(find_city("nyc").unwrap(), options).unwrap();
    (sandbox, source)
}

fn plates() -> Vec<(String, PlateState)> {
    DEMO_PLATES
        .iter()
        .map(|(plate, state)| ((*plate).to_owned(), PlateState::from_either(state).unwrap()))
        .collect()
}

/// Returns the citation number and the amount owed of each row.
fn numbers_and_balances(source: &SodaSource, rows: &[Vec<String>]) -> Vec<(String, SourceBalance)> {
    let read = |cells: &Vec<String>| source.source().parse_row(cells, today()).unwrap();
    rows.iter().map(read).map(|row| (row.number, row.balance)).collect()
}

#[test]
fn the_description_of_every_citys_source_is_valid() {
    for name in city_names() {
        let file = find_city(name).unwrap();
        assert_eq!(file.name, name);
        assert!(file.address.starts_with("https://") && !file.dataset.is_empty() && !file.owed.is_empty());
        assert!((1..=200).contains(&file.plates_at_once) && (1..=50_000).contains(&file.rows_at_once));
        assert_eq!(file.source().unwrap().name, name);
    }
    assert!(find_city("atlantis").is_err());
}

#[test]
fn plates_of_several_states_are_queried_in_one_request() {
    let (sandbox, source) = start_city(Options::default());
    let answer = source.query_by_plates(&plates()).unwrap();
    let numbers: Vec<String> =
        numbers_and_balances(&source, &answer.rows).into_iter().map(|(number, _)| number).collect();
    assert_eq!(
        numbers,
        ["4027718366", "4031186020", "8934410275", "8951170463", "8990217735", "9093318204", "9102746638"]
    );
    assert_eq!((answer.calls, sandbox.call_count()), (1, 1));
    // The same plate in another state belongs to another vehicle.
    assert!(source.query_by_plates(&[("LNW2047".to_owned(), UsState::Ohio.into())]).unwrap().rows.is_empty());
}

#[test]
fn a_search_by_citation_number_finds_settled_citations() {
    let (_sandbox, source) = start_city(Options::default());
    let answer = source.query_by_numbers(&["8865203914".to_owned(), "1".to_owned()]).unwrap();
    assert_eq!(
        numbers_and_balances(&source, &answer.rows),
        [("8865203914".to_owned(), SourceBalance::Settled)]
    );
}

#[test]
fn a_long_response_is_read_in_pages() {
    let (sandbox, source) = start_city(Options { is_empty: true, ..Options::default() });
    sandbox.put((0..2_345).map(|number| row("LNW2047", "NY", &format!("{}", 1_000_000 + number), "65")));
    let answer = source.query_by_plates(&plates()).unwrap();
    assert_eq!((answer.rows.len(), answer.calls), (2_345, 3));
}

#[rstest]
#[case::down(Fault::Error { status: 503 }, "Down")]
#[case::slow(Fault::Slow { millis: 8_000 }, "Slow")]
#[case::throttled(Fault::Throttle { seconds: Some(600) }, "Throttled(600s)")]
#[case::a_missing_column(Fault::WithoutColumn { name: "amount_due".to_owned() }, "ColumnsChanged")]
#[case::an_html_page(Fault::Page, "InvalidData")]
#[case::no_rows(Fault::NotRows, "InvalidData")]
fn each_failure_of_a_source_maps_to_an_error_without_the_plate(#[case] fault: Fault, #[case] expected: &str) {
    let sandbox = start(Options::default()).unwrap();
    let options = SodaOptions {
        address: Some(sandbox.base_url().to_owned()),
        timeout: Duration::from_millis(300),
        ..SodaOptions::default()
    };
    let source = SodaSource::new(find_city("nyc").unwrap(), options).unwrap();
    sandbox.inject(fault, None);
    let error = source.query_by_plates(&plates()).unwrap_err();
    assert!(format!("{error:?}").starts_with(expected), "{error:?}");
    let message = error.to_string();
    assert!(
        !message.contains("LNW2047") && !message.contains("127.0.0.1"),
        "the message contains no plate and no address: {message}"
    );
}

#[rstest]
#[case::an_error(Fault::Error { status: 502 })]
#[case::a_short_throttle(Fault::Throttle { seconds: Some(0) })]
fn a_query_is_retried_after_a_temporary_failure_of_the_source(#[case] fault: Fault) {
    let (sandbox, source) = start_city(Options::default());
    sandbox.inject(fault, Some(2));
    let answer = source.query_by_plates(&plates()).unwrap();
    assert_eq!((answer.rows.len(), answer.calls), (7, 3));
}

#[test]
fn an_unreachable_source_is_reported_as_down() {
    let (sandbox, source) = start_city(Options::default());
    drop(sandbox);
    assert!(matches!(source.query_by_plates(&plates()), Err(SourceQueryError::Down(_))));
}

#[test]
fn requests_above_the_hourly_limit_are_not_sent() {
    let sandbox = start(Options::default()).unwrap();
    let mut file = find_city("nyc").unwrap();
    file.calls_an_hour = 2;
    let options = SodaOptions { address: Some(sandbox.base_url().to_owned()), ..SodaOptions::default() };
    let source = SodaSource::new(file, options).unwrap();
    assert!(source.query_by_plates(&plates()).is_ok() && source.query_by_plates(&plates()).is_ok());
    let Err(SourceQueryError::Throttled(wait)) = source.query_by_plates(&plates()) else { panic!() };
    assert!(wait > Duration::from_secs(3_500) && wait <= Duration::from_secs(3_600));
    assert_eq!(sandbox.call_count(), 2);
}

#[test]
fn the_source_throttles_only_requests_without_an_app_token() {
    let (sandbox, source) = start_city(Options { max_anonymous_requests: Some(0), ..Options::default() });
    assert!(source.query_by_plates(&plates()).is_ok());
    let options = SodaOptions { address: Some(sandbox.base_url().to_owned()), ..SodaOptions::default() };
    let nobody = SodaSource::new(find_city("nyc").unwrap(), options).unwrap();
    assert!(matches!(nobody.query_by_plates(&plates()), Err(SourceQueryError::Throttled(_))));
}

#[test]
fn a_request_to_the_source_has_a_trace_header() {
    let subscriber = tracing_subscriber::registry().with(Traces::default().layer());
    let _there_already = tracing::subscriber::set_global_default(subscriber);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = Some(format!("http://{}", listener.local_addr().unwrap()));
    let city = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut head = vec![0; 8192];
        let length = stream.read(&mut head).unwrap();
        write!(stream, "HTTP/1.1 200 x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]").unwrap();
        String::from_utf8_lossy(&head[..length]).into_owned()
    });
    let source =
        SodaSource::new(find_city("nyc").unwrap(), SodaOptions { address, ..SodaOptions::default() })
            .unwrap();
    source.query_by_plates(&plates()).unwrap();
    assert!(city.join().unwrap().contains("traceparent: 00-"));
}
