//! Measures every list, filter, sort, search and count of the back office over HTTP, on the database of `make
//! seed-large`.
#![expect(clippy::print_stdout, reason = "the example prints its results")]

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;
use server::demo;
use ureq::Agent;

use crate::stand_in::Server;

const PORT: &str = "8199";
/// Number of calls of each kind. The first [`WARM_UP`] calls aren't measured.
const CALLS: usize = 60;
const WARM_UP: usize = 10;
/// Maximum median response time, in milliseconds.
const MEDIAN: f64 = 8.0;
/// Maximum 99th percentile of response times, in milliseconds.
const P99: f64 = 20.0;

const LIST_QUERIES: &[(&str, &[&str])] = &[
    (
        "/api/users",
        &[
            "licenseStatus=suspended",
            "role=admin",
            "needsUpdate=true",
            "needsUpdate=false",
            "licenseStatus=unknown&role=driver&needsUpdate=true",
            "sort=id",
            "sort=fullName",
            "sort=-fullName",
            "sort=-lastAdminUpdateAt",
            "sort=lastAdminUpdateAt",
            "sort=-createdAt",
            "licenseStatus=suspended&sort=fullName",
            "q=texas&sort=fullName",
            "q=smith",
            "q=texas",
            "q=example",
            "q=quigley777",
            "q=TE123456",
            "q=ann",
            "q=nosuchname",
            "q=777777",
            "q=77",
            // Names with and without accents, with decomposed accents, and with each kind of apostrophe.
            "q=n%C3%BA%C3%B1ez",
            "q=NUNEZ",
            "q=Zoe%CC%88",
            "q=zo",
            "q=o%E2%80%99neil",
            "q=O%27NEIL%20jose",
            // Plates, with and without separators.
            "q=ABC0",
            "q=ab-01",
            "q=ABC-0123",
            // Citation numbers: a single number, a prefix that many numbers share, and a number that no item
            // has.
            "q=T-00777777",
            "q=t%200077",
            "q=p-00000777",
            "q=00000778/2",
            "q=T-99999999",
        ],
    ),
    (
        "/api/lawyer-hires",
        &[
            "status=Pending",
            "status=Completed",
            "solved=false",
            "seen=false",
            "status=Completed&solved=false&seen=false",
            "userId=777",
            "sort=-amount",
            "sort=amount&status=Completed",
            "sort=createdAt",
            "q=speeding",
            "q=u-turn",
            "q=conf-",
            "q=f-ab",
            "q=ABC",
            "q=777777",
            "q=77",
            "q=speeding&sort=-amount",
            "q=n%C3%BA%C3%B1ez",
            "q=zo",
            "q=T-00777770",
            "q=t0077",
        ],
    ),
    (
        "/api/payment-transactions",
        &[
            "type=toll",
            "type=parking&status=Refunded",
            "status=Refunded",
            "sort=-amount",
            "sort=createdAt&type=toll",
            "q=speeding",
            "q=e-470",
            "q=conf-",
            "q=f-ab",
            "q=ABC",
            "q=777777",
            "q=77",
            "type=parking&q=meter",
            "q=n%C3%BA%C3%B1ez",
            "q=zo",
            "q=T-00777770",
            "q=t0077",
            "q=p%2000000777",
            "type=toll&q=00000778/2",
        ],
    ),
    (
        "/api/missing-ticket-reports",
        &[
            "status=Pending",
            "state=Texas",
            "state=Wyoming&status=Pending&solved=false",
            "ticketType=Parking%20ticket",
            "solved=false",
            "q=texas",
            "q=wyoming",
            "q=ticket",
            "q=250000",
            "q=n%C3%BA%C3%B1ez",
            "q=zo",
        ],
    ),
    (
        "/api/admin/vehicle-updates",
        &[
            "solved=false",
            "solved=true",
            "q=smith",
            "q=abc",
            "q=texas",
            "q=quigley777",
            "q=777776",
            "q=n%C3%BA%C3%B1ez",
            "q=zo",
            "q=ABC-0123",
            "q=ab-01",
            "q=T-00777777",
        ],
    ),
    (
        "/api/admin/status-requests",
        &[
            "solved=false",
            "solved=true",
            "state=Texas",
            "state=Wyoming&solved=false",
            "q=smith",
            "q=quigley777",
            "q=777777",
            "q=n%C3%BA%C3%B1ez",
            "q=ABC-0123",
            "q=T-00777777",
        ],
    ),
    (
        "/api/help-inquiries",
        &[
            "status=pending",
            "type=callback",
            "solved=false",
            "status=resolved&type=chat&solved=false",
            "q=lawyer",
            "q=reference",
            "q=c4ca4238",
            "q=%28212%29%20555",
            "q=250000",
            "q=n%C3%BA%C3%B1ez",
            "q=zo",
            "q=T-00777777",
        ],
    ),
    (
        "/api/text-notifications",
        &[
            "sent=false",
            "sent=true&solved=false",
            "userId=777",
            "q=212555",
            "q=555",
            "q=250000",
            "q=NUNEZ",
            "q=T-00777777",
        ],
    ),
    (
        "/api/security/events",
        &[
            "type=login_failed",
            "severity=high",
            "ip=203.0.7.217",
            "from=2026-01-01",
            "to=2026-10-01",
            "severity=high&to=2026-10-01",
            "type=rate_limited&severity=medium",
        ],
    ),
    (
        "/api/admin/audit",
        &[
            "action=item_changed",
            "subjectKind=ticket&subjectId=777",
            "actor=1",
            "from=2026-01-01",
            "to=2025-01-01",
            "action=logged_in&to=2025-01-01",
        ],
    ),
];

const OTHER_CALLS: &[&str] = &[
    "/api/admin/overview?days=7",
    "/api/admin/overview?days=30",
    "/api/admin/overview?days=90",
    "/api/admin/users/777/timeline",
    "/api/admin/users/777/timeline?kinds=audit",
    "/api/tickets/777?all=true",
    "/api/parking/777?all=true",
    "/api/tolls/777?all=true",
    "/api/admin/staff",
    "/api/admin/imports",
    "/api/admin/money-attention",
    // Searches over all records: an id's first digits, a name, a plate, and numbers.
    "/api/admin/search?q=7",
    "/api/admin/search?q=777777",
    "/api/admin/search?q=n%C3%BA%C3%B1ez",
    "/api/admin/search?q=ABC-0123",
    "/api/admin/search?q=T-00777777",
    "/api/admin/search?q=t0077",
    "/api/admin/search?q=conf-ab",
    "/api/security/dashboard",
];

const COUNTS: &[&str] = &[
    "/api/admin/unsolved-counts",
    "/api/admin/lawyer-hires/summary",
    "/api/admin/payment-transactions/summary",
    "/api/admin/payment-transactions/summary?type=toll",
    "/api/admin/payment-transactions/summary?q=speeding",
    "/api/admin/payment-transactions/summary?q=ABC",
    "/api/admin/payment-transactions/summary?q=f-ab",
    "/api/admin/payment-transactions/summary?q=777777",
    "/api/admin/payment-transactions/summary?q=t0077",
    "/api/admin/payment-transactions/summary?q=n%C3%BA%C3%B1ez",
    "/api/admin/missing-tickets/summary",
    "/api/admin/vehicle-updates/summary",
    "/api/admin/status-requests/summary",
    "/api/admin/help-inquiries/summary",
    "/api/admin/text-notifications/summary",
];

/// Runs the measurements, prints the results, and fails if a response takes too long.
pub fn main() -> anyhow::Result<()> {
    let program = std::env::var("SERVER_BIN").unwrap_or_else(|_| "target/release/server".to_owned());
    let data = std::env::var("LARGE_DATA_DIR").unwrap_or_else(|_| ".data-large".to_owned());
    let mut command = Command::new(&program);
    command.env("DATA_DIR", data).env("PORT", PORT).env("RATE_LIMITS", "off").env("RUST_LOG", "warn");
    command.stdout(Stdio::null());
    let server = Server(command.spawn().with_context(|| format!("starting {program}"))?);
    let base = format!("http://127.0.0.1:{PORT}");
    let agent: Agent = Agent::config_builder().http_status_as_error(false).build().into();
    let deadline = Instant::now() + Duration::from_secs(120);
    while !agent.get(format!("{base}/readyz")).call().is_ok_and(|answer| answer.status() == 200) {
        anyhow::ensure!(Instant::now() < deadline, "the server did not become ready");
        std::thread::sleep(Duration::from_millis(100));
    }
    let log_in = agent
        .post(format!("{base}/api/authenticate"))
        .header("sec-fetch-site", "same-origin")
        .send_json(serde_json::json!({"email": demo::ADMIN, "password": demo::PASSWORD}))?;
    let cookie = log_in
        .headers()
        .get("set-cookie")
        .and_then(|cookie| cookie.to_str().ok())
        .context("the login returned no session")?;
    let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
    let mut paths = vec![];
    for (list, queries) in LIST_QUERIES {
        paths.extend(
            ["", "?offset=50", "?offset=9950", "?before=400000"].map(|slice| format!("{list}{slice}")),
        );
        paths.extend(queries.iter().map(|query| format!("{list}?{query}")));
    }
    paths.extend(COUNTS.iter().chain(OTHER_CALLS).map(|path| (*path).to_owned()));
    let resident =
        |when: &str| println!("server memory {when}: {} MB", resident_mb(server.0.id()).unwrap_or_default());
    resident("before");
    println!("{:>9} {:>9} {:>8}  call", "median ms", "p99 ms", "total");
    let mut over = 0;
    for path in &paths {
        let mut times = vec![];
        let mut total = String::new();
        for call in 0..CALLS {
            let started_at = Instant::now();
            let mut answer = agent.get(format!("{base}{path}")).header("cookie", &cookie).call()?;
            let body = answer.body_mut().read_to_string()?;
            let took = started_at.elapsed().as_secs_f64() * 1000.0;
            anyhow::ensure!(answer.status() == 200, "{path}: {} {body}", answer.status());
            if call >= WARM_UP {
                times.push(took);
            }
            let header = |name: &str| answer.headers().get(name).and_then(|value| value.to_str().ok());
            let least = if header("x-total-is-least").is_some() { "+" } else { "" };
            total = format!("{}{least}", header("x-total-count").unwrap_or("-"));
        }
        times.sort_by(f64::total_cmp);
        let at = |index: usize| times.get(index).copied().unwrap_or_default();
        let (median, p99) = (at(times.len() / 2), at((times.len() * 99).div_ceil(100).saturating_sub(1)));
        let is_over = median >= MEDIAN || p99 >= P99;
        over += usize::from(is_over);
        println!("{median:9.1} {p99:9.1} {total:>8}  {path}{}", if is_over { "   OVER" } else { "" });
    }
    resident("after");
    println!("{} calls, {over} of them over {MEDIAN} ms at the median or {P99} at the 99th", paths.len());
    anyhow::ensure!(over == 0, "the limit is exceeded");
    Ok(())
}

/// Returns the memory that a process uses, in MB; `None` if it can't be read.
fn resident_mb(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes / 1024)
}
