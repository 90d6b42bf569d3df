//! Measures the cost of the calls of drivers' and staff's screens for several numbers of users: SQL statements, response
//! times, CPU time of the server and of PostgreSQL, bytes of WAL, and the size of the database. See `make bench-slopes`
//! and docs/SCALING.md.
#![expect(clippy::print_stdout, reason = "the example prints its results")]

mod stage;

use std::fs;
use std::thread;
use std::time::Instant;

use anyhow::Context;
use stage::Stage;

/// Default numbers of users, which arguments replace: `slopes 1000 5000`. Any other argument selects the calls whose name
/// contains it: `slopes 1000 pays`.
const SIZES: [u32; 1] = [1_000_000];
/// Number of calls of each kind. The first [`WARM_UP`] calls aren't measured, because each of the server's connections
/// plans a statement anew the first five times.
const CALLS: usize = 300;
const WARM_UP: usize = 100;
/// For each call, the number of SQL statements that it sends. A test of the server checks the numbers.
const STATEMENTS: &str = include_str!("../../tests/it/operations/roles/statements.txt");
/// Calls that no screen makes to show data: files, exports, and calls without a login.
const NOT_ON_SCREENS: &[&str] = &[
    "/api/account/data",
    "/api/admin/books/file",
    "/api/admin/statements/file",
    "/api/config",
    "/api/openapi.json",
    "/api/security/export-report",
    "/api/tickets/{id}/calendar",
    "/healthz",
    "/readyz",
];
const CHAT: &str = "driver: chat message";
const PAYMENT: &str = "driver: pays (three calls)";
/// Nanoseconds of a tick, the unit of CPU time in `/proc/*/stat`.
const NANOSECONDS_A_TICK: u64 = 10_000_000;
/// Number of drivers who write concurrently.
const WRITERS: usize = 8;
/// Number of writes of each kind per writer.
const WRITES: usize = 100;

/// A read of a driver's or staff's screen.
struct ReadCall<'a> {
    /// The path with its placeholders.
    path: &'a str,
    is_by_staff: bool,
    /// Number of SQL statements.
    statements: u64,
}

impl ReadCall<'_> {
    fn name(&self) -> String {
        format!("{}: {}", if self.is_by_staff { "staff" } else { "driver" }, self.path)
    }
}

/// Resources used so far: CPU time of the server and of the database in nanoseconds, and bytes of WAL.
#[derive(Clone, Copy, Default)]
struct ResourceUsage {
    server: u64,
    database: u64,
    log: i64,
}

/// Measures one database for each number of users in `words`; without a number, for each of [`SIZES`]. Any other word
/// selects the calls whose name contains it. Without such a word, all calls are measured.
pub fn main(words: impl Iterator<Item = String>) -> anyhow::Result<()> {
    let (numbers, parts): (Vec<String>, Vec<String>) = words.partition(|word| word.parse::<u32>().is_ok());
    let sizes_wanted: Vec<u32> = numbers.iter().map(|word| word.parse()).collect::<Result<_, _>>()?;
    let names: Vec<String> =
        read_calls().iter().map(ReadCall::name).chain([CHAT.to_owned(), PAYMENT.to_owned()]).collect();
    if let Some(part) = parts.iter().find(|part| !names.iter().any(|name| name.contains(part.as_str()))) {
        anyhow::bail!("{part:?} is neither a number of users nor a part of a call's name");
    }
    let sizes = if sizes_wanted.is_empty() { SIZES.to_vec() } else { sizes_wanted };
    println!(
        "{:>9}  {:<52} {:>10} {:>7} {:>7} {:>10} {:>12} {:>9}",
        "users", "call", "statements", "p50 ms", "p99 ms", "server us", "database us", "log bytes"
    );
    for users in sizes {
        let started_at = Instant::now();
        let stage = Stage::create(users)?;
        let size = stage.database.value("SELECT pg_database_size(current_database()) / 1000000");
        println!("{users:>9}  {} MB, made in {} s", size.unwrap_or_default(), started_at.elapsed().as_secs());
        stage.measure(users, &|name| parts.is_empty() || parts.iter().any(|part| name.contains(part)))?;
    }
    Ok(())
}

impl Stage {
    /// Measures all reads of screens, and then chat messages and payments, if `is_wanted` accepts their
    /// names. The number of `users` is only printed.
    fn measure(self, users: u32, is_wanted: &dyn Fn(&str) -> bool) -> anyhow::Result<()> {
        for call in read_calls() {
            let name = call.name();
            if is_wanted(&name) {
                self.measure_call(users, &name, Some(call.statements), |number| self.read(&call, number))?;
            }
        }
        let writers = self.payers.iter().take(WRITERS).map(|payer| self.writer(payer));
        let writers = writers.collect::<anyhow::Result<Vec<_>>>()?;
        let first = writers.first().context("there is no driver")?;
        if is_wanted(CHAT) {
            self.measure_call(users, CHAT, None, |number| self.chat(first, number))?;
        }
        if is_wanted(PAYMENT) {
            self.measure_call(users, PAYMENT, None, |number| self.pay(number))?;
        }
        if is_wanted(CHAT) {
            self.measure_concurrent_writes(users, "chat messages", |writer, number| {
                self.chat(writers.get(writer).context("there is no writer")?, CALLS + number)
            })?;
        }
        if is_wanted(PAYMENT) {
            self.measure_concurrent_writes(users, "payments", |writer, number| {
                self.pay(CALLS + writer * WRITES + number)
            })?;
        }
        Ok(())
    }

    /// Measures how many writes of this kind succeed per second if all writers write concurrently. `write`
    /// gets the number of the writer and the number of the write.
    fn measure_concurrent_writes(
        &self,
        users: u32,
        name: &str,
        write: impl Fn(usize, usize) -> anyhow::Result<()> + Sync,
    ) -> anyhow::Result<()> {
        let started_at = Instant::now();
        let writing = &|writer| (0..WRITES).try_for_each(|number| write(writer, number));
        thread::scope(|scope| {
            let begin = |writer| scope.spawn(move || writing(writer));
            let all: Vec<_> = (0..WRITERS).map(begin).collect();
            all.into_iter().try_for_each(|one| one.join().map_err(|_| anyhow::anyhow!("a writer failed"))?)
        })?;
        let written = u32::try_from(WRITERS * WRITES)?;
        println!(
            "{users:>9}  {name}, {WRITERS} at once: {:.0} a second",
            f64::from(written) / started_at.elapsed().as_secs_f64()
        );
        Ok(())
    }

    /// Makes a call many times, and prints a row with its times, CPU use and log size. `call` gets the number
    /// of the call. `statements` is the expected number of database statements, which is only printed.
    fn measure_call(
        &self,
        users: u32,
        name: &str,
        statements: Option<u64>,
        call: impl Fn(usize) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let (mut times, mut before) = (vec![], ResourceUsage::default());
        for number in 0..CALLS {
            if number == WARM_UP {
                before = self.read_usage()?;
            }
            let started_at = Instant::now();
            call(number)?;
            if number >= WARM_UP {
                times.push(started_at.elapsed().as_secs_f64() * 1000.0);
            }
        }
        let after = self.read_usage()?;
        times.sort_by(f64::total_cmp);
        let at = |percent: usize| {
            let place = (times.len() * percent).div_ceil(100).saturating_sub(1);
            times.get(place).copied().unwrap_or_default()
        };
        let counted = u64::try_from(times.len())?;
        let each = |nanoseconds: u64| nanoseconds / 1000 / counted;
        let log = (after.log - before.log) / i64::try_from(counted)?;
        println!(
            "{users:>9}  {name:<52} {:>10} {:>7.1} {:>7.1} {:>10} {:>12} {log:>9}",
            statements.map(|number| number.to_string()).unwrap_or_default(),
            at(50),
            at(99),
            each(after.server.saturating_sub(before.server)),
            each(after.database.saturating_sub(before.database)),
        );
        Ok(())
    }

    /// Returns the CPU time used so far by the server and its PostgreSQL processes, in nanoseconds, and the
    /// WAL position in bytes.
    fn read_usage(&self) -> anyhow::Result<ResourceUsage> {
        let serving = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND usename = 'lanewise_server'";
        let log = self.database.value("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint");
        let processes = self.database.values(serving).into_iter().flatten();
        Ok(ResourceUsage {
            server: cpu_nanoseconds(&self.server.0.id().to_string()),
            database: processes.map(|id| cpu_nanoseconds(&id)).sum(),
            log: log.context("the size of the log is missing")?.parse()?,
        })
    }
}

/// Returns the read calls of drivers' and staff's screens: all lists, and the records of a single user or ticket.
fn read_calls() -> Vec<ReadCall<'static>> {
    let is_about_user = |path: &str| {
        ["/api/tickets/{id}", "/api/parking/{id}", "/api/tolls/{id}", "/api/users/{id}"].contains(&path)
            || path.starts_with("/api/admin/users/{id}/")
            || path.starts_with("/api/tickets/{id}/")
    };
    let is_read = |path: &str| {
        let is_list = !path.replace("{userId}", "").contains('{');
        (is_list || is_about_user(path)) && !NOT_ON_SCREENS.contains(&path)
    };
    let mut calls = vec![];
    let lines = STATEMENTS.lines().filter_map(|line| line.strip_prefix("GET ")?.split_once(": "));
    for (path, callers) in lines.filter(|(path, _)| is_read(path)) {
        for (caller, is_by_staff) in [("owner ", false), ("admin ", true)] {
            let number = callers.split(", ").find_map(|counted| counted.strip_prefix(caller)?.parse().ok());
            calls.extend(number.map(|statements| ReadCall { path, is_by_staff, statements }));
        }
    }
    calls
}

/// Returns a process's CPU time in nanoseconds, or 0 if the process has ended. Returns the larger of two values: the
/// exact times of its threads, without threads that have ended, and the time of the whole process, in steps of 10 ms.
fn cpu_nanoseconds(process: &str) -> u64 {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let of_task = |task: fs::DirEntry| {
        let schedule = fs::read_to_string(task.path().join("schedstat")).ok()?;
        schedule.split(' ').next()?.parse::<u64>().ok()
    };
    let of_threads: u64 = tasks.filter_map(of_task).sum();
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The fields after the program's name, which may contain blanks: user and system time are the 12th and 13th.
    let fields = stat.rsplit_once(") ").map(|(_, fields)| fields).unwrap_or_default();
    let ticks: u64 = fields.split(' ').skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    of_threads.max(ticks * NANOSECONDS_A_TICK)
}
