//! What a search means for each list.

use diesel::sql_types::Text;
use diesel::{PgConnection, QueryResult, QueryableByName};
use domain::requests::report::TicketReportType;
use domain::shared::search::{InConfirmation, InPhone, Search};
use domain::shared::us_state::UsState;

use super::slice::{Grouped, Sought};
use super::statement::{Binds, literal, one_of};
use crate::shared::search::{containing, without_nul};

#[derive(QueryableByName)]
struct Label {
    #[diesel(sql_type = Text)]
    label: String,
}

/// `column` contains the text, without regard to case; the column is in lower case already.
fn contains(binds: &mut Binds, column: &str, text: &str) -> String {
    let pattern = binds.text(containing(&without_nul(text)));
    format!("{column} LIKE lower({pattern})")
}

/// Ids as they stand in these columns.
fn is_number<'a>(search: &Search, columns: &'a [&'a str]) -> impl Iterator<Item = String> + use<'a> {
    let number = search.number();
    columns.iter().filter_map(move |column| number.map(|number| format!("{column} = {number}")))
}

/// In violation and confirmation number, and these ids. The violations that contain the text come from the tally, so that all
/// rows which have one of them need not be looked at to be counted.
pub(super) fn in_payments(
    connection: &mut PgConnection,
    binds: &mut Binds,
    labels: &'static str,
    ids: &[&str],
    search: &Search,
) -> QueryResult<Sought> {
    let mut rare: Vec<String> = is_number(search, ids).collect();
    let mut found = vec![];
    if let Some(text) = search.text() {
        match InConfirmation::of(text) {
            InConfirmation::Every => return Ok(Sought::Every),
            InConfirmation::Never => {}
            InConfirmation::Prefix(start) => rare.push(in_confirmation(binds, &start, "")),
            InConfirmation::Anywhere(part) => rare.push(in_confirmation(binds, &part, "%")),
        }
        let mut own = Binds::default();
        let pattern = own.text(containing(&without_nul(text)));
        let sql = format!(
            "SELECT label FROM tallies WHERE list = '{labels}' AND lower(label) LIKE lower({pattern})
             GROUP BY label HAVING sum(n) > 0"
        );
        let rows: Vec<Label> = own.load(connection, &sql)?;
        found.extend(rows.into_iter().map(|row| row.label));
    }
    if found.is_empty() && rare.is_empty() {
        return Ok(Sought::Never);
    }
    let common = (!found.is_empty()).then(|| binds.texts(found));
    Ok(Sought::Grouped(Grouped {
        tally: common.as_ref().map(|labelled| (labels, format!("label = ANY ({labelled})"))),
        common: common.map(|labelled| format!("violation_type = ANY ({labelled})")),
        rare,
    }))
}

fn in_confirmation(binds: &mut Binds, part: &str, before: &str) -> String {
    let pattern = containing(&without_nul(part));
    let pattern = binds.text(format!("{before}{}", pattern.trim_start_matches('%')));
    format!("confirmation_number LIKE {pattern}")
}

/// The same in one user's rows.
pub(super) fn in_own_payments(binds: &mut Binds, ids: &[&str], search: &Search) -> String {
    let mut conditions: Vec<String> = is_number(search, ids).collect();
    if let Some(text) = search.text() {
        conditions.push(contains(binds, "lower(violation_type)", text));
        conditions.push(contains(binds, "lower(confirmation_number)", text));
    }
    one_of(&conditions)
}

/// In a report's state and kind, and its and its user's id.
pub(super) fn in_reports(search: &Search) -> Sought {
    let states: Vec<String> = UsState::ALL
        .iter()
        .map(|state| state.name())
        .filter(|name| search.is_in(name))
        .map(literal)
        .collect();
    let kinds: Vec<String> = TicketReportType::ALL
        .iter()
        .map(|kind| kind.as_str())
        .filter(|word| search.is_in(word))
        .map(literal)
        .collect();
    let condition = |kind: &str| {
        let of = |column: &str, words: &[String]| {
            (!words.is_empty()).then(|| format!("{column} IN ({})", words.join(", ")))
        };
        one_of(&[of("state", &states), of(kind, &kinds)].into_iter().flatten().collect::<Vec<_>>())
    };
    let is_grouped = !(states.is_empty() && kinds.is_empty());
    let rare: Vec<String> = is_number(search, &["id", "user_id"]).collect();
    if !is_grouped && rare.is_empty() {
        return Sought::Never;
    }
    Sought::Grouped(Grouped {
        tally: is_grouped.then(|| ("reports", condition("kind"))),
        common: is_grouped.then(|| condition("ticket_type")),
        rare,
    })
}

/// In a user's name, e-mail, license number and state, and the id; for vehicle updates also in the plate.
pub(super) fn in_users(binds: &mut Binds, has_plate: bool, search: &Search) -> Sought {
    let mut conditions: Vec<String> = is_number(search, &["id"]).collect();
    if let Some(text) = search.text() {
        conditions.push(contains(binds, "search_text", text));
        if has_plate {
            let pattern = binds.text(containing(&without_nul(&text.to_uppercase())));
            conditions.push(format!("vehicle_license_plate LIKE {pattern}"));
        }
    }
    text(&conditions)
}

/// In an inquiry's message and phone number, and its and its user's id.
pub(super) fn in_inquiries(binds: &mut Binds, search: &Search) -> Sought {
    let mut conditions: Vec<String> = is_number(search, &["id", "user_id"]).collect();
    if let Some(text) = search.text() {
        conditions.push(contains(binds, "lower(message)", text));
    }
    conditions.extend(search.in_phone().map(|digits| in_phone(binds, &digits)));
    text(&conditions)
}

/// In a request's phone number, and its and its user's id.
pub(super) fn in_text_requests(binds: &mut Binds, search: &Search) -> Sought {
    let mut conditions: Vec<String> = is_number(search, &["id", "user_id"]).collect();
    conditions.extend(search.in_phone().map(|digits| in_phone(binds, &digits)));
    text(&conditions)
}

fn in_phone(binds: &mut Binds, digits: &InPhone) -> String {
    let pattern = match digits {
        InPhone::End(digits) => format!("%{digits}"),
        InPhone::Anywhere(digits) => containing(digits),
    };
    let pattern = binds.text(pattern);
    format!("phone_number LIKE {pattern}")
}

fn text(conditions: &[String]) -> Sought {
    if conditions.is_empty() { Sought::Never } else { Sought::Text(one_of(conditions)) }
}

impl Sought {
    /// As one condition, for one user's rows.
    pub(super) fn condition(&self) -> String {
        match self {
            Self::Every => "true".to_owned(),
            Self::Never => "false".to_owned(),
            Self::Grouped(groups) => one_of(&groups.conditions()),
            Self::Text(condition) => condition.clone(),
        }
    }
}
