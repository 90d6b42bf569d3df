//! Drivers, who sign up, get items to pay, and then act like typical drivers.

use serde_json::json;

use super::payer::{PaymentStyle, pay};
use super::plan::Dice;
use super::world::{Driver, Item, Kind, World};

/// What a driver does with an item.
#[derive(Clone, Copy)]
enum Journey {
    Pays,
    TakesTheirTime,
    HasTwoTabs,
    Leaves,
    Hires,
    HiresAndCancels,
    HiresAndPays,
}

const JOURNEYS: &[(usize, Journey)] = &[
    (30, Journey::Pays),
    (18, Journey::TakesTheirTime),
    (14, Journey::HasTwoTabs),
    (8, Journey::Leaves),
    (10, Journey::Hires),
    (10, Journey::HiresAndCancels),
    (10, Journey::HiresAndPays),
];

const USUAL: PaymentStyle = PaymentStyle { hires: false, types_for: 250, leaves: false, closes: 30 };
const SLOW: PaymentStyle = PaymentStyle { types_for: 2500, ..USUAL };
const LEAVING: PaymentStyle = PaymentStyle { leaves: true, ..USUAL };
const HIRING: PaymentStyle = PaymentStyle { hires: true, types_for: 500, ..USUAL };

/// Signs up one driver after another until the run is over. `number` is the thread's number, and gives each thread
/// its own random numbers.
pub fn run(world: &World, number: usize) {
    let mut dice = world.plan.dice("driver", number);
    for turn in 0.. {
        if world.is_over() {
            return;
        }
        let driver = world.driver(&format!("driver-{number}-{turn}"));
        act_as_driver(world, &mut dice, &driver);
        world.count_event("drivers");
        if world.plan.is_long() {
            dice.think(200, 3000);
        }
    }
}

/// Files an item for the driver, who then pays, leaves or hires at random.
fn act_as_driver(world: &World, dice: &mut Dice, driver: &Driver) {
    let way = dice.weighted(JOURNEYS);
    let kind = match way {
        Journey::Hires | Journey::HiresAndCancels | Journey::HiresAndPays => Kind::Ticket,
        _ => *dice.pick(&Kind::ALL).unwrap_or(&Kind::Ticket),
    };
    let item = world.file(dice, kind, driver.user);
    match way {
        Journey::Pays => {
            pay(world, dice, driver, &item, USUAL);
        }
        Journey::TakesTheirTime => {
            pay(world, dice, driver, &item, SLOW);
        }
        Journey::HasTwoTabs => pay_in_two_tabs(world, dice, driver, &item),
        Journey::Leaves => {
            pay(world, dice, driver, &item, LEAVING);
            if dice.chance(30) {
                pay(world, dice, driver, &item, USUAL);
            }
        }
        Journey::Hires => {
            pay(world, dice, driver, &item, HIRING);
        }
        Journey::HiresAndCancels => {
            pay(world, dice, driver, &item, HIRING);
            dice.think(100, 1500);
            cancel_hires_twice(world, dice, driver);
        }
        Journey::HiresAndPays => {
            pay(world, dice, driver, &item, HIRING);
            pay(world, dice, driver, &item, USUAL);
        }
    }
}

/// Presses Pay in two tabs at the same time.
fn pay_in_two_tabs(world: &World, dice: &mut Dice, driver: &Driver, item: &Item) {
    let seed = dice.below(1_000_000);
    std::thread::scope(|scope| {
        for tab in 0..2 {
            scope.spawn(move || {
                let mut dice = world.plan.dice("tab", seed * 2 + tab);
                pay(world, &mut dice, driver, item, USUAL);
            });
        }
    });
}

/// Presses Cancel twice on every hire that the page shows.
fn cancel_hires_twice(world: &World, dice: &mut Dice, driver: &Driver) {
    let Some(list) = world.get(dice, "/api/lawyer-hires", &driver.token) else { return };
    for hire in list.json.as_array().into_iter().flatten() {
        for _ in 0..2 {
            let path = format!("/api/lawyer-hires/{}/cancel", hire["id"]);
            match world.post(dice, &path, &driver.token, &json!({})) {
                // The hire can no longer be canceled.
                Some(answer) if answer.status == 409 => world.count_event("hires that can't be cancelled"),
                Some(answer) if answer.status != 200 => {
                    world.record_problem(format!("cancelling: {} {}", answer.status, answer.text));
                }
                _ => world.count_event("hires cancelled by drivers"),
            }
        }
    }
}
