//! Plans messages. One statement stores the messages and jobs for a page of drivers.
//!
//! SQL: the query builder has no CTEs. With CTEs, one statement selects recipients and inserts messages and jobs.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::exists;
use diesel::sql_types::{Array, BigInt, Bool, Date, Integer, Text, Timestamptz};
use diesel::{
    ExpressionMethods, PgConnection, QueryDsl, QueryResult, RunQueryDsl, select, sql_query, update,
};
use domain::driving_record::contesting::letter::ANSWER_DAYS;
use domain::notices::notice::{Channel, MessageChoice, NoticeKind, NoticeStatus, TEXTS_A_SECOND};
use domain::shared::ids::UserId;
use ports::notices::planning::{AvailableChannels, DayPlan};

use crate::accounts::user_rows::IS_READY;
use crate::legal_help::outcomes::{excused_at_sql, is_dismissed_sql};
use crate::notices::messages::NOTIFIED;
use crate::shared::rows::OneColumn;
use schema::{item_changes, news_items, notices};

/// Returns the query for drivers with a court date on one of the days $1. Includes removed tickets, unless
/// they were removed while staff were checking them. Leaves out dismissed tickets, and tickets whose driver
/// needn't come to court.
fn drivers_in_court_query() -> String {
    format!(
        "SELECT user_id, driver_entry FROM tickets WHERE court_date = ANY($1) AND is_court_required
         AND (removed_at IS NULL OR driver_entry IS DISTINCT FROM 'being_checked')
         AND NOT EXISTS (SELECT FROM waived_appearances w WHERE w.ticket_id = tickets.id) AND {} IS NULL AND NOT {}",
        excused_at_sql("tickets.id"),
        is_dismissed_sql("tickets.id")
    )
}

/// Selects drivers with an unpaid item that is due on one of the days $1.
const DUE: &str =
    "SELECT user_id, driver_entry FROM tickets WHERE due_date = ANY($1) AND removed_at IS NULL AND NOT is_paid
    UNION ALL SELECT user_id, driver_entry FROM parking WHERE due_date = ANY($1) AND removed_at IS NULL AND NOT is_paid
    UNION ALL SELECT user_id, driver_entry FROM tolls WHERE due_date = ANY($1) AND removed_at IS NULL AND NOT is_paid";

/// Returns the query for drivers who must send a letter by one of the days $1, and for drivers who are asked
/// on the day $3 whether the issuer answered their letter.
fn drivers_with_letters_query() -> String {
    let of = |table: &str, item: &str| {
        format!(
            "SELECT l.user_id, i.driver_entry FROM contest_letters l JOIN {table} i ON i.id = l.{item}
             WHERE (l.sent_on IS NULL AND l.counted_deadline = ANY($1)) OR l.sent_on = $3::date - {ANSWER_DAYS}"
        )
    };
    [of("tickets", "ticket_id"), of("parking", "parking_id"), of("tolls", "toll_id")].join(" UNION ALL ")
}

/// Returns the SQL condition that the driver didn't turn off messages of this kind. In the query, the alias `c` must
/// stand for the table `reminder_choices`.
fn is_chosen_sql(kind: NoticeKind, channel: Channel) -> String {
    match kind.choice() {
        None => "true".to_owned(),
        Some(MessageChoice::Reminders) => format!("coalesce(c.{channel}_reminders, true)"),
        Some(MessageChoice::News) => format!("coalesce(c.{channel}_news, true)"),
    }
}

/// Returns the WITH clause that selects the recipients of this `kind` of message: confirmed numbers and email
/// addresses of the drivers in `page`, which is an SQL query. The clause also selects the earliest time for new
/// texts, which is after all texts that are already planned.
fn recipients_query(kind: NoticeKind, channels: AvailableChannels, page: &str) -> String {
    let AvailableChannels { text, mail } = channels;
    let (is_text_chosen, is_mail_chosen) =
        (is_chosen_sql(kind, Channel::Text), is_chosen_sql(kind, Channel::Mail));
    format!(
        "WITH page AS ({page}), wanted AS (
             SELECT p.id AS user_id, 'text' AS channel, r.id AS request_id, r.phone_number AS phone
             FROM page p JOIN text_notification_requests r ON r.user_id = p.id AND r.confirmed_at IS NOT NULL
                 LEFT JOIN reminder_choices c ON c.user_id = p.id
             WHERE {text} AND {is_text_chosen} AND NOT EXISTS (SELECT FROM phone_states s WHERE s.phone = r.phone_number)
             UNION ALL SELECT p.id, 'mail', NULL, NULL
             FROM page p JOIN users u ON u.id = p.id LEFT JOIN reminder_choices c ON c.user_id = p.id
             WHERE {mail} AND u.email_verified_at IS NOT NULL AND {is_mail_chosen}
         ), start AS (
             SELECT greatest($2, (SELECT max(due_at) FROM notices WHERE status = 'planned' AND channel = 'text')) AS at
         )"
    )
}

/// Returns the WITH clause of [`recipients_query`], extended by the inserts of the messages and their jobs. Existing
/// messages don't change, so planning twice is harmless. Texts are planned no faster than the provider accepts them.
/// `batch` is the batch of changes that the messages are about; `None` for other messages.
fn insert_messages_sql(
    kind: NoticeKind,
    channels: AvailableChannels,
    page: &str,
    batch: Option<i64>,
) -> String {
    let batch = batch.map_or_else(|| "NULL".to_owned(), |batch| batch.to_string());
    format!(
        "{}, fresh AS (
             INSERT INTO notices (user_id, channel, kind, day, batch, request_id, phone, due_at)
             SELECT user_id, channel, '{kind}', $3, {batch}::bigint, request_id, phone, CASE channel WHEN 'mail' THEN $2 ELSE
                 start.at + row_number() OVER (PARTITION BY channel ORDER BY user_id, phone) * interval '1 second' / {TEXTS_A_SECOND} END
             FROM wanted, start
             ON CONFLICT DO NOTHING RETURNING id, channel, due_at
         ), queued AS (
             INSERT INTO jobs (kind, payload, run_at)
             SELECT 'send_' || channel, CASE channel WHEN 'text' THEN jsonb_build_object('notice', id::text)
                 ELSE jsonb_build_object('letter', 'notice', 'of', id::text) END, due_at
             FROM fresh
         )",
        recipients_query(kind, channels, page)
    )
}

/// Plans the messages of a day for a page of drivers: at most `limit` of those with ids above `after`. Plans
/// only kinds of messages with a fixed time in the day. Returns the id of the page's last driver; `None` if
/// there was no driver, or for other kinds.
pub(super) fn plan_messages_for_day(
    connection: &mut PgConnection,
    plan: &DayPlan,
    after: UserId,
    limit: i64,
) -> QueryResult<Option<i32>> {
    let dated = match plan.kind {
        NoticeKind::CourtDay => drivers_in_court_query(),
        NoticeKind::Reminder => {
            format!("{} UNION ALL {DUE} UNION ALL {}", drivers_in_court_query(), drivers_with_letters_query())
        }
        NoticeKind::Code | NoticeKind::News | NoticeKind::Change => return Ok(None),
    };
    let page = format!(
        "SELECT u.id FROM users u JOIN (
             SELECT user_id, bool_or(driver_entry IS NOT NULL) AS has_added FROM ({dated}) all_dated GROUP BY user_id
         ) dated ON dated.user_id = u.id
         WHERE u.id > $4 AND u.closed_at IS NULL AND (u.{IS_READY} OR dated.has_added)
             AND (u.state = ANY($5) OR ($6 AND u.state IS NULL))
         ORDER BY u.id LIMIT $7"
    );
    let OneColumn(last) = sql_query(format!(
        "{} SELECT max(id) AS last FROM page",
        insert_messages_sql(plan.kind, plan.channels, &page, None)
    ))
    .bind::<Array<Date>, _>(&plan.dates)
    .bind::<Timestamptz, _>(plan.at)
    .bind::<Date, _>(plan.day)
    .bind::<Integer, _>(after.0)
    .bind::<Array<Text>, _>(&plan.states)
    .bind::<Bool, _>(plan.stateless)
    .bind::<BigInt, _>(limit)
    .get_result(connection)?;
    Ok(last)
}

/// Generates the query for a driver's messages with news on a day.
macro_rules! news_on {
    ($user:expr, $day:expr) => {
        notices::table
            .filter(notices::user_id.eq($user.0))
            .filter(notices::day.eq($day))
            .filter(notices::kind.eq(NoticeKind::News.as_str()))
    };
}

/// The SQL query for a page of drivers that has only driver $1.
const ONE: &str = "SELECT $1::integer AS id";

/// Whether the texts that are already planned would delay this driver's text, planned for `at`, beyond the
/// deadline `until`. One second is enough for the texts to all numbers of the driver.
fn is_too_late(
    connection: &mut PgConnection,
    kind: NoticeKind,
    user: UserId,
    (at, until): (DateTime<Utc>, DateTime<Utc>),
    channels: AvailableChannels,
) -> QueryResult<bool> {
    let OneColumn::<i64>(too_late) = sql_query(format!(
        "{} SELECT count(*) AS n FROM wanted, start WHERE channel = 'text' AND start.at + interval '1 second' >= $3",
        recipients_query(kind, channels, ONE)
    ))
    .bind::<Integer, _>(user.0)
    .bind::<Timestamptz, _>(at)
    .bind::<Timestamptz, _>(until)
    .get_result(connection)?;
    Ok(too_late > 0)
}

/// Plans messages on this `channel` about all of a driver's unsent changes. The messages are sent from the first to
/// the second time of `sending_window`. Returns `false` and plans nothing if there are no such changes, or if it is
/// too late for this window.
pub(super) fn plan_changes(
    connection: &mut PgConnection,
    user: UserId,
    channel: Channel,
    day: NaiveDate,
    sending_window: (DateTime<Utc>, DateTime<Utc>),
) -> QueryResult<bool> {
    let channels = AvailableChannels { text: channel == Channel::Text, mail: channel == Channel::Mail };
    if is_too_late(connection, NoticeKind::Change, user, sending_window, channels)? {
        return Ok(false);
    }
    let batch: Option<OneColumn<i64>> = sql_query(
        "WITH waiting AS (SELECT id FROM item_changes WHERE user_id = $1 AND channel = $2 AND batch IS NULL FOR UPDATE)
         UPDATE item_changes SET batch = (SELECT max(id) FROM waiting) WHERE id IN (SELECT id FROM waiting) RETURNING batch",
    )
    .bind::<Integer, _>(user.0)
    .bind::<Text, _>(channel.as_str())
    .load(connection)?
    .into_iter()
    .next();
    let Some(OneColumn(batch)) = batch else { return Ok(false) };
    let statement = insert_messages_sql(NoticeKind::Change, channels, ONE, Some(batch));
    let _planned: OneColumn<i64> = sql_query(format!("{statement} SELECT count(*) AS n FROM fresh"))
        .bind::<Integer, _>(user.0)
        .bind::<Timestamptz, _>(sending_window.0)
        .bind::<Date, _>(day)
        .get_result(connection)?;
    Ok(true)
}

/// Makes the changes of a text `batch` unsent again, so that a later text includes them. Does nothing if a
/// text of the batch is being sent or was sent.
pub(super) fn mark_changes_unsent(
    connection: &mut PgConnection,
    user: UserId,
    batch: i64,
) -> QueryResult<()> {
    let notified = notices::table
        .filter(notices::user_id.eq(user.0))
        .filter(notices::batch.eq(batch))
        .filter(notices::channel.eq(Channel::Text.as_str()))
        .filter(notices::status.eq_any(NOTIFIED.map(NoticeStatus::as_str)));
    if select(exists(notified)).get_result(connection)? {
        return Ok(());
    }
    // Merges an item's earlier change, which wasn't sent, with its later change. The merged change has the
    // earlier change's old values and the later change's new values.
    const SAME: &str =
        "older.user_id = $1 AND older.batch = $2 AND older.channel = 'text' AND newer.batch IS NULL
        AND newer.channel = 'text' AND newer.item_kind = older.item_kind AND newer.item_id = older.item_id";
    for statement in [
        format!(
            "UPDATE item_changes older SET needs_court_after = newer.needs_court_after, court_date_after = newer.court_date_after,
                 court_time_after = newer.court_time_after, due_date_after = newer.due_date_after, is_removed = newer.is_removed
             FROM item_changes newer WHERE {SAME}"
        ),
        format!("DELETE FROM item_changes newer USING item_changes older WHERE {SAME}"),
    ] {
        sql_query(statement).bind::<Integer, _>(user.0).bind::<BigInt, _>(batch).execute(connection)?;
    }
    let postponed = item_changes::table
        .filter(item_changes::user_id.eq(user.0))
        .filter(item_changes::batch.eq(batch))
        .filter(item_changes::channel.eq(Channel::Text.as_str()));
    update(postponed).set(item_changes::batch.eq(None::<i64>)).execute(connection)?;
    Ok(())
}

/// Plans messages with a driver's unsent news for this `day`. The messages are sent from the first to the second time
/// of `sending_window`. Returns `false` and plans nothing if news was already planned for the day, or if it is too
/// late for this window.
pub(super) fn plan_news(
    connection: &mut PgConnection,
    user: UserId,
    day: NaiveDate,
    sending_window: (DateTime<Utc>, DateTime<Utc>),
    channels: AvailableChannels,
) -> QueryResult<bool> {
    if select(exists(news_on!(user, day))).get_result(connection)? {
        return Ok(false);
    }
    if is_too_late(connection, NoticeKind::News, user, sending_window, channels)? {
        return Ok(false);
    }
    let new = news_items::table.filter(news_items::user_id.eq(user.0)).filter(news_items::told_on.is_null());
    update(new).set(news_items::told_on.eq(day)).execute(connection)?;
    let statement = insert_messages_sql(NoticeKind::News, channels, ONE, None);
    let _planned: OneColumn<i64> = sql_query(format!("{statement} SELECT count(*) AS n FROM fresh"))
        .bind::<Integer, _>(user.0)
        .bind::<Timestamptz, _>(sending_window.0)
        .bind::<Date, _>(day)
        .get_result(connection)?;
    Ok(true)
}

/// Removes the driver's news from the message planned for `day`, so that a later message includes it. Does nothing if
/// a message of that day is being sent or was sent.
pub(super) fn postpone_news(connection: &mut PgConnection, user: UserId, day: NaiveDate) -> QueryResult<()> {
    let notified = news_on!(user, day).filter(notices::status.eq_any(NOTIFIED.map(NoticeStatus::as_str)));
    if select(exists(notified)).get_result(connection)? {
        return Ok(());
    }
    // If the item also has newer news, the newer news is deleted, because its previous amount is
    // one that the driver never saw.
    sql_query(
        "DELETE FROM news_items newer USING news_items older WHERE older.user_id = $1 AND older.told_on = $2
             AND newer.told_on IS NULL AND newer.item_kind = older.item_kind AND newer.item_id = older.item_id",
    )
    .bind::<Integer, _>(user.0)
    .bind::<Date, _>(day)
    .execute(connection)?;
    let postponed =
        news_items::table.filter(news_items::user_id.eq(user.0)).filter(news_items::told_on.eq(day));
    update(postponed).set(news_items::told_on.eq(None::<NaiveDate>)).execute(connection)?;
    Ok(())
}
