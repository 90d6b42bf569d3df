//! Cases of hires, on which lawyers, drivers and staff act at random.

use serde::Deserialize;
use serde_json::{Value, json};

use super::client::{Call, MAX_WAIT};
use super::comparison::rows;
use super::plan::Dice;
use super::world::World;

/// A case whose payment is settled, with the users who may act on it.
#[derive(Deserialize)]
struct OpenCase {
    id: i32,
    driver: i32,
    name: String,
    step: String,
    version: i32,
    /// User id of the lawyer who has the case or an open offer for it; `None` if there is no such lawyer.
    lawyer: Option<i32>,
    has_agreement: bool,
}

/// Selects the newest cases that lawyers handle and whose payments are settled, each with the user id of its lawyer.
const CASES: &str = "
    SELECT c.hire_id AS id, h.user_id AS driver, u.full_name AS name, c.step, c.version, l.user_id AS lawyer,
        EXISTS (SELECT FROM case_agreements a WHERE a.hire_id = c.hire_id AND a.lawyer_id = c.lawyer_id) AS has_agreement
    FROM cases c JOIN lawyer_hires h ON h.id = c.hire_id JOIN users u ON u.id = h.user_id
        JOIN payments p ON p.id = h.payment_id AND p.status = 'settled'
        LEFT JOIN case_offers o ON o.hire_id = c.hire_id AND o.result IS NULL
        LEFT JOIN lawyers l ON l.id = coalesce(o.lawyer_id, c.lawyer_id)
    WHERE c.handling = 'matched' ORDER BY c.hire_id DESC LIMIT 40";

/// Outcomes that a lawyer records, each with a weight for choosing it at random.
const OUTCOMES: &[(usize, &str)] = &[(60, "guilty"), (25, "dismissed"), (15, "amended")];

/// What a user does with a case.
#[derive(Clone, Copy)]
enum Step {
    Accept,
    Decline,
    Sign,
    Appear,
    Decide,
    MoneyBack,
    Withdraw,
    End,
    Reassign,
    /// Staff end or close the case by setting the hire's status.
    Label,
    /// Ends the period in which the driver can cancel for a full refund.
    CloseWindow,
}

/// Acts on random cases until the run is over. `number` is the thread's number, and gives each thread
/// its own random numbers.
pub fn run(world: &World, number: usize) {
    let mut dice = world.plan.dice("case", number);
    while !world.is_over() {
        let cases: Vec<OpenCase> = rows(world, CASES);
        if let Some(case) = dice.pick(&cases) {
            act(world, &mut dice, case);
        }
        let slow = if world.plan.is_long() { 500 } else { 200 };
        dice.think(20, slow);
    }
}

/// Does a random action that the case's step allows.
fn act(world: &World, dice: &mut Dice, case: &OpenCase) {
    let steps: &[(usize, Step)] = match case.step.as_str() {
        "offered" => &[(85, Step::Accept), (15, Step::Decline)],
        "accepted" => {
            &[(80, Step::Sign), (6, Step::Withdraw), (6, Step::End), (8, Step::Reassign), (4, Step::Label)]
        }
        "agreement_signed" => {
            &[(80, Step::Appear), (6, Step::End), (6, Step::Reassign), (8, Step::CloseWindow)]
        }
        "appearance_filed" => &[
            (50, Step::Decide),
            (6, Step::Label),
            (10, Step::Withdraw),
            (15, Step::End),
            (15, Step::Reassign),
            (10, Step::CloseWindow),
        ],
        // A second decision corrects the outcome.
        "decided" => &[(30, Step::MoneyBack), (8, Step::Decide), (3, Step::Label)],
        "withdrawn" | "ended" if dice.chance(20) => &[(10, Step::Reassign)],
        _ => return,
    };
    let (lawyers, drivers) = ("lawyer/cases", "lawyer-cases");
    let (call, mut body) = match dice.weighted(steps) {
        Step::Accept => ((lawyers, "accept"), json!({})),
        Step::Decline => ((lawyers, "decline"), json!({"reason": "No time."})),
        Step::Sign if case.has_agreement => ((drivers, "sign"), json!({"name": case.name})),
        Step::Sign => ((lawyers, "agreement"), json!({"text": "I represent you."})),
        Step::Appear => ((lawyers, "steps"), json!({"step": "appearance_filed"})),
        Step::Decide => {
            let outcome = dice.weighted(OUTCOMES);
            let verdict =
                json!({"outcome": outcome, "fine": null, "points": null, "until": null, "due": null});
            let again = if case.step == "decided" { "corrected" } else { "first" };
            world.count_event(&format!("outcomes: {again} {outcome}"));
            ((lawyers, "steps"), json!({"step": "decided", "verdict": verdict, "isDocumentPending": true}))
        }
        Step::MoneyBack => ((drivers, "money-back"), json!({})),
        Step::Withdraw => ((lawyers, "withdraw"), json!({"reason": "I am ill."})),
        Step::End => ((drivers, "end"), json!({})),
        Step::Reassign => (("admin/cases", "reassign"), json!({"reason": "The lawyer is ill."})),
        Step::Label => return set_label(world, dice, case),
        Step::CloseWindow => {
            return world.app.sql(&format!(
                "UPDATE lawyer_hires SET recorded_at = recorded_at - interval '8 days'
                 WHERE id = {} AND recorded_at > now() - interval '7 days'",
                case.id
            ));
        }
    };
    body["version"] = json!(case.version);
    send(world, dice, case, call, &body);
}

/// Sets the hire's status to Completed or Cancelled as staff, and ends the case too.
fn set_label(world: &World, dice: &mut Dice, case: &OpenCase) {
    let status = if dice.chance(50) { "Completed" } else { "Cancelled" };
    let body = json!({"status": status, "endsCase": true});
    let path = format!("/api/lawyer-hires/{}", case.id);
    let call = Call { method: "PATCH", path: &path, token: &world.staff, body: Some(&body) };
    match world.call(dice, MAX_WAIT, call) {
        Some(answer) if answer.status == 200 => world.count_event("cases: label"),
        Some(answer) if matches!(answer.status, 404 | 409) => {
            world.count_event("steps of cases that met another")
        }
        Some(answer) => world.record_problem(format!("a case's label: {} {}", answer.status, answer.text)),
        None => {}
    }
}

/// Makes a call on the case as its lawyer, its driver or staff, depending on the path's start (`path_start`).
fn send(world: &World, dice: &mut Dice, case: &OpenCase, (path_start, call): (&str, &str), body: &Value) {
    let token = match path_start {
        "lawyer/cases" => world.lawyers.iter().find(|one| Some(one.user.0) == case.lawyer).cloned(),
        "lawyer-cases" => world.drivers().into_iter().find(|one| one.user.0 == case.driver),
        _ => None,
    };
    let token = match token {
        Some(one) => one.token,
        None if path_start == "admin/cases" => world.staff.clone(),
        None => return,
    };
    match world.post(dice, &format!("/api/{path_start}/{}/{call}", case.id), &token, body) {
        Some(answer) if answer.status == 200 => world.count_event(&format!("cases: {call}")),
        Some(answer) if matches!(answer.status, 404 | 409) => {
            world.count_event("steps of cases that met another")
        }
        Some(answer) => world.record_problem(format!("a case's {call}: {} {}", answer.status, answer.text)),
        None => {}
    }
}
