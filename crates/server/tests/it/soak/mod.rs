//! Random payments, refunds and chargebacks, while servers are killed and the provider fails. At the end, all
//! money is compared to the cent (docs/TESTING.md#the-soak).

mod bank;
mod cases;
mod client;
mod comparison;
mod drivers;
mod faults;
mod payer;
mod plan;
mod servers;
mod staff;
mod world;

use std::time::{Duration, Instant};

use comparison::Difference;
use comparison::compare;
use comparison::papers;
use comparison::story::print_differences;
use plan::Plan;
use world::World;

/// Maximum time from the last fault until nothing changes any longer.
const MAX_UNTIL_FINAL: Duration = Duration::from_secs(120);
/// Time without a change after which the state counts as final.
const STAYS_FINAL: Duration = Duration::from_secs(4);
const LOOKS_EVERY: Duration = Duration::from_millis(500);
const DRIVERS: usize = 6;
const STAFF: usize = 2;
const CASES: usize = 2;

#[test]
fn the_books_are_correct_after_random_faults() {
    let plan = Plan::from_environment();
    println!("soak: SOAK_SEED={} SOAK_SECONDS={}", plan.seed, plan.lasts.as_secs());
    let world = World::start(plan);
    run(&world);
    let until_final = wait_until_final(&world);
    papers::compare(&world);
    world.print_counts();
    println!("soak: all was final {:.1} s after the last fault", until_final.as_secs_f64());
    assert!(until_final <= MAX_UNTIL_FINAL, "reaching the final state took too long");
    world.must_be_without_problems();
}

/// Runs all actors until the time is over. Each actor then finishes its current work without faults.
fn run(world: &World) {
    std::thread::scope(|scope| {
        for number in 0..DRIVERS {
            scope.spawn(move || drivers::run(world, number));
        }
        for number in 0..STAFF {
            scope.spawn(move || staff::run(world, number));
        }
        for number in 0..CASES {
            scope.spawn(move || cases::run(world, number));
        }
        scope.spawn(|| bank::run(world));
        scope.spawn(|| faults::run(world));
        scope.spawn(|| faults::kill(world));
    });
}

/// Makes staff and banks finish their open work until there has been no difference for [`STAYS_FINAL`]. Returns
/// the time from the last fault until the differences were gone.
fn wait_until_final(world: &World) -> Duration {
    let begin = world.faults_ended_at();
    let mut dice = world.plan.dice("end", 0);
    let mut since: Option<Instant> = None;
    let mut last: Vec<Difference> = vec![];
    loop {
        let has_changed = [bank::decide_all(world, &mut dice), staff::resolve_refunds(world, &mut dice)];
        let mut differences = compare::all(world);
        if has_changed.contains(&true) {
            // A change by staff or banks may cause differences that don't show yet, so the change itself
            // counts as a difference.
            differences
                .push(Difference { item: None, says: "staff and banks had something to do".to_owned() });
        }
        match (differences.is_empty(), since) {
            (true, Some(at)) if at.elapsed() >= STAYS_FINAL => {
                for difference in last.iter().take(3) {
                    println!("soak: among the last to be final: {}", difference.says);
                }
                return at - begin;
            }
            (true, Some(_)) => {}
            (true, None) => since = Some(Instant::now()),
            (false, _) if begin.elapsed() > MAX_UNTIL_FINAL => {
                print_differences(world, &differences);
                world.print_counts();
                world.print_problems();
                panic!("{} differences are left {MAX_UNTIL_FINAL:?} after the last fault", differences.len());
            }
            (false, _) => (since, last) = (None, differences),
        }
        std::thread::sleep(LOOKS_EVERY);
    }
}
