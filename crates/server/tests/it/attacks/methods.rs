//! Thousands of requests, each with a different unknown HTTP method.

use std::time::Instant;

use crate::attacks::target::{Target, agent};
use crate::attacks::{check_always, is_long};

/// Number of requests in the long run.
const MANY: usize = 3_000;
const FEW: usize = 200;
const METHOD_BYTES: usize = 20_000;

#[test]
fn unknown_http_methods_create_no_metric_labels_and_use_little_memory() {
    let target = Target::start(|_| {});
    let (agent, base) = (agent(), &target.server.base);
    let metrics = || {
        let mut answer = agent.get(format!("{}/metrics", target.operators)).call().unwrap();
        answer.body_mut().read_to_string().unwrap()
    };
    let (before, begin) = (target.memory("VmRSS"), Instant::now());
    for number in 0..if is_long() { MANY } else { FEW } {
        let method = format!("M{number:0>length$}", length = METHOD_BYTES);
        let request = ureq::http::Request::builder().method(method.as_str()).uri(format!("{base}/healthz"));
        assert_eq!(agent.run(request.body(()).unwrap()).unwrap().status(), 405);
    }
    let scrape = metrics();
    assert!(
        scrape.contains(r#"method="OTHER""#) && !scrape.contains("M000"),
        "no invented method becomes a label"
    );
    check_always("invented methods, size of the metrics", scrape.len() / 1024, "kB", 64);
    if let (Some(before), Some(after)) = (before, target.memory("VmHWM")) {
        check_always("invented methods, memory more than before", after.saturating_sub(before), "MB", 20);
    }
    println!("attack: invented methods: {:.1} s", begin.elapsed().as_secs_f64());
}
