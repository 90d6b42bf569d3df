//! Programs that measure a server, fill its database and test failures from outside. The programs share one binary,
//! because otherwise each program would have to link the whole server.

mod bench_lists;
mod bench_reconcile;
mod cluster;
mod remind_demo;
mod restore;
mod seed_large;
mod slopes;
mod stand_in;
mod upgrade;

/// Runs the program that the first argument names.
fn main() -> anyhow::Result<()> {
    let mut words = std::env::args().skip(1);
    let what = words.next().unwrap_or_default();
    match what.as_str() {
        "bench-lists" => bench_lists::main(),
        "bench-reconcile" => bench_reconcile::main(),
        "cluster" => cluster::main(),
        "remind-demo" => remind_demo::main(words.next().as_deref() == Some("many")),
        "restore" => restore::main(),
        "seed-large" => seed_large::main(),
        "slopes" => slopes::main(words),
        "upgrade" => upgrade::main(),
        _ => anyhow::bail!("unknown command {what:?}; `make help` lists the commands"),
    }
}
