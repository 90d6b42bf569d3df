//! Tests of the rules for migrations after release 0.1 (migrations/README.md#under-live-traffic). A migration
//! may block requests only for a moment, and each statement of release 0.1 must still work after it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The last migration of release 0.1 (docs/RELEASES.md).
const RELEASE_0_1: &str = "2026-11-22-000070";

/// Tables that always have few rows, so that it takes a short time to scan all of them.
const SMALL: &[&str] = &[
    "blocked_ips",
    "book_matching",
    "event_cursor",
    "import_files",
    "import_pieces",
    "imports",
    "installation",
    "leases",
    "pending_logins",
    "provider_reads",
    "recovery_codes",
    "second_factors",
    "staff_invitations",
];

/// Statements that break a rule but are safe. Each entry has the migration's folder, a part of the statement, and the
/// reason why it is safe.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    (
        "2026-11-22-000085_bound_the_trails",
        "execute format",
        "Two NOT VALID constraints with a computed bound.",
    ),
    (
        "2026-11-22-000089_part_security_events_by_month",
        "lock table users",
        "Locked only while the catalog changes. Otherwise the foreign key would lock it later, in another order than a login.",
    ),
    (
        "2026-11-22-000089_part_security_events_by_month",
        "rename to security_events_past",
        "A table with the same name and columns exists at the commit.",
    ),
    (
        "2026-11-22-000089_part_security_events_by_month",
        "execute format",
        "Grants privileges and attaches the old table, whose bound is already validated.",
    ),
    (
        "2026-11-22-000090_part_audit_log_by_month",
        "rename to audit_log_past",
        "A table with the same name and columns exists at the commit.",
    ),
    (
        "2026-11-22-000090_part_audit_log_by_month",
        "execute format",
        "Grants privileges and attaches the old table, whose bound is already validated.",
    ),
    (
        "2026-11-28-000931_store_uploaders_of_older_case_files",
        "update case_files",
        "The release has no files of cases, so only those of builds since then are changed.",
    ),
];

/// A statement of a migration, in lower case and with single spaces. Each string literal is replaced with `'…'`.
#[derive(Debug)]
struct Statement {
    text: String,
    /// The statements in a DO block.
    inside: Vec<Statement>,
}

/// Splits a file into statements and removes the comments.
fn statements(sql: &str) -> Vec<Statement> {
    let (mut all, mut text, mut inside) = (vec![], String::new(), vec![]);
    let mut rest = sql;
    while let Some(first) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("--") {
            rest = comment.split_once('\n').map_or("", |(_, after)| after);
            text.push(' ');
        } else if let Some(quoted) = rest.strip_prefix('\'') {
            rest = quoted.split_once('\'').map_or("", |(_, after)| after);
            text.push_str(" '…' ");
        } else if let Some((body, after)) = split_dollar_quoted(rest) {
            if split_words(&text).first().is_some_and(|word| word == "do") {
                inside = statements_inside(body);
            }
            rest = after;
            text.push_str(" '…' ");
        } else {
            rest = &rest[first.len_utf8()..];
            match first {
                ';' => all.push(Statement {
                    text: split_words(&std::mem::take(&mut text)).join(" "),
                    inside: std::mem::take(&mut inside),
                }),
                '(' | ')' | ',' => text.push_str(&format!(" {first} ")),
                other => text.extend(other.to_lowercase()),
            }
        }
    }
    all.push(Statement { text: split_words(&text).join(" "), inside });
    all.retain(|statement| !statement.text.is_empty());
    all
}

/// Returns the statements in a block, without the keywords in front of them.
fn statements_inside(body: &str) -> Vec<Statement> {
    let mut all = statements(body);
    for statement in &mut all {
        let mut own: Vec<String> = split_words(&statement.text);
        if let Some(last) =
            own.iter().rposition(|word| ["begin", "then", "else", "loop"].contains(&word.as_str()))
        {
            own.drain(..=last);
        }
        statement.text = own.join(" ");
    }
    all
}

/// Splits SQL that starts with a dollar-quoted string. Returns the string's content and the SQL after the string;
/// `None` if the SQL starts with something else.
fn split_dollar_quoted(rest: &str) -> Option<(&str, &str)> {
    let name = rest.strip_prefix('$')?.split_once('$')?.0;
    if !name.chars().all(|letter| letter.is_ascii_alphabetic() || letter == '_') {
        return None;
    }
    let mark = &rest[..name.len() + 2];
    rest[mark.len()..].split_once(mark)
}

fn split_words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Returns the name of the table that follows the words `before` in a statement; `None` if the statement doesn't
/// start with these words.
fn table_name_after<'a>(text: &'a str, before: &str) -> Option<&'a str> {
    let after = text.strip_prefix(before)?.trim_start();
    let after = after.strip_prefix("if not exists ").or(after.strip_prefix("if exists ")).unwrap_or(after);
    after.strip_prefix("only ").unwrap_or(after).split(' ').next()
}

/// Splits a list at each comma that isn't in parentheses.
fn split_at_commas(text: &str) -> Vec<String> {
    let (mut all, mut depth) = (vec![String::new()], 0);
    for word in text.split(' ') {
        depth += match word {
            "(" => 1,
            ")" => -1,
            _ => 0,
        };
        match all.last_mut() {
            Some(part) if word != "," || depth > 0 => *part += &format!("{word} "),
            _ => all.push(String::new()),
        }
    }
    all.iter().map(|part| part.trim().to_owned()).collect()
}

/// Returns the rule that this action of an ALTER TABLE statement breaks if its table is large; `None` if the
/// action breaks no rule.
fn rule_broken_by_action(action: &str) -> Option<&'static str> {
    let has = |words: &str| format!(" {action} ").contains(&format!(" {words} "));
    if action.starts_with("add column")
        || (action.starts_with("add ") && !action.starts_with("add constraint"))
    {
        return if has("check") || has("references") || has("unique") || has("primary key") {
            Some("a column with a constraint reads every row: add the constraint separately, NOT VALID")
        } else if has("generated") || (has("default") && has("(")) {
            Some("a default that is computed for each row rewrites the table")
        } else if has("not null") && !has("default") {
            Some("existing rows and statements have no value for it")
        } else {
            None
        };
    }
    if action.starts_with("add constraint") {
        return (!has("not valid") && !has("using index")).then_some(
            "a constraint reads every row under a lock: add it NOT VALID, and VALIDATE it in its own folder",
        );
    }
    if action.starts_with("alter column") || action.starts_with("alter ") {
        return if has("type") {
            Some("another type rewrites the table")
        } else {
            has("set not null").then_some("it reads every row under a lock: add a NOT VALID check first")
        };
    }
    if action.starts_with("drop column") || action.starts_with("rename") {
        return Some("release 0.1 still uses it: expand first, contract in a later release");
    }
    None
}

/// Returns the rule that a statement breaks; `None` if the statement breaks no rule. `new` has the tables that the
/// same migration creates, and `is_transaction` says whether the migration runs in a transaction.
fn find_violation(text: &str, new: &BTreeSet<String>, is_transaction: bool) -> Option<String> {
    let is_free = |table: &str| new.contains(table) || SMALL.contains(&table);
    let violation = |table: &str, why: &str| (!is_free(table)).then(|| format!("{table}: {why}"));
    if text.starts_with("create index") || text.starts_with("create unique index") {
        let table =
            text.split_once(" on ").and_then(|(_, after)| table_name_after(after, "")).unwrap_or_default();
        return if !text.contains(" index concurrently ") {
            violation(table, "it blocks writes while the index is built: use CONCURRENTLY")
        } else if is_transaction {
            Some("CONCURRENTLY needs run_in_transaction = false in metadata.toml".to_owned())
        } else {
            (!text.contains(" concurrently if not exists "))
                .then(|| "it may be retried: use IF NOT EXISTS".to_owned())
        };
    }
    if let Some(table) = table_name_after(text, "alter table") {
        let actions = text.split_once(&format!(" {table} ")).map_or("", |(_, actions)| actions);
        return split_at_commas(actions)
            .iter()
            .find_map(|action| rule_broken_by_action(action))
            .and_then(|why| violation(table, why));
    }
    for (verb, why) in [
        ("drop table", "release 0.1 still uses it"),
        ("truncate", "release 0.1 still reads it"),
        ("update", "change rows in batches, not in one transaction"),
        ("delete from", "delete rows in batches, not in one transaction"),
        ("lock table", "no lock may last longer than a statement"),
        ("cluster", "it rewrites the table"),
        ("vacuum full", "it rewrites the table"),
        ("reindex", "it locks the table"),
    ] {
        if let Some(table) = table_name_after(text, verb).filter(|_| text.starts_with(&format!("{verb} "))) {
            return violation(table, why);
        }
    }
    if text.starts_with("execute ") {
        return Some("this test can't check a generated statement".to_owned());
    }
    if text.starts_with("drop index") && !text.contains(" concurrently ") {
        return Some("drop an index CONCURRENTLY, outside a transaction".to_owned());
    }
    None
}

/// Returns the violations in a migration, whose SQL is `up`. Each violation has the statement, or the whole SQL, and
/// the rule that it breaks.
fn find_violations(up: &str, is_transaction: bool) -> Vec<(String, String)> {
    let statements = statements(up);
    let mut found = vec![];
    let mut new = BTreeSet::new();
    let all: Vec<&Statement> =
        statements.iter().flat_map(|it| std::iter::once(it).chain(&it.inside)).collect();
    for Statement { text, .. } in &all {
        if let Some(table) = table_name_after(text, "create table") {
            new.insert(table.to_owned());
        }
        if let Some(why) = find_violation(text, &new, is_transaction) {
            found.push((text.clone(), why));
        }
    }
    let validates = |text: &str| text.starts_with("alter table") && text.contains(" validate constraint ");
    if !is_transaction && statements.len() != 1 {
        found.push((
            up.to_owned(),
            "outside a transaction, a folder may have only one statement, so that it can be retried"
                .to_owned(),
        ));
    }
    if all.iter().any(|it| validates(&it.text)) && !all.iter().all(|it| validates(&it.text)) {
        found.push((
            up.to_owned(),
            "VALIDATE reads every row: put it in its own folder, where no lock is held".to_owned(),
        ));
    }
    found
}

#[test]
fn every_migration_after_release_0_1_follows_the_rules_or_is_a_listed_exception() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().path().is_dir())
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert!(names.iter().any(|name| name.starts_with(RELEASE_0_1)));
    let mut used = BTreeSet::new();
    for name in names.iter().filter(|name| &name[..RELEASE_0_1.len()] > RELEASE_0_1) {
        let read = |file: &str| fs::read_to_string(folder.join(name).join(file));
        let metadata = read("metadata.toml").unwrap_or_default();
        let is_transaction = !metadata.contains("run_in_transaction = false");
        assert!(is_transaction == metadata.is_empty(), "{name}: unexpected metadata.toml: {metadata}");
        for (text, why) in find_violations(&read("up.sql").unwrap(), is_transaction) {
            let known = EXCEPTIONS.iter().find(|(folder, words, _)| folder == name && text.contains(words));
            used.insert(known.unwrap_or_else(|| panic!("{name}: {why}\n{text}")));
        }
    }
    assert_eq!(used.len(), EXCEPTIONS.len(), "an exception is unused");
}

#[test]
fn migrations_that_lock_tables_or_break_statements_of_release_0_1_are_refused() {
    for sql in [
        "CREATE INDEX a ON users (email);",
        "CREATE UNIQUE INDEX a ON users (email);",
        "ALTER TABLE users ADD CONSTRAINT c CHECK (id > 0);",
        "ALTER TABLE users ADD COLUMN a integer, ADD CONSTRAINT c CHECK (a IN (1, 2));",
        "ALTER TABLE users ADD COLUMN a integer NOT NULL;",
        "ALTER TABLE users ADD COLUMN a integer REFERENCES users;",
        "ALTER TABLE users ADD COLUMN a timestamptz DEFAULT now();",
        "ALTER TABLE users ADD COLUMN a integer DEFAULT 0 CHECK (a >= 0);",
        "ALTER TABLE users ALTER COLUMN email TYPE varchar(10);",
        "ALTER TABLE users ALTER COLUMN state SET NOT NULL;",
        "ALTER TABLE users DROP COLUMN email;",
        "ALTER TABLE users RENAME TO people;",
        "ALTER TABLE IF EXISTS users RENAME COLUMN email TO mail;",
        "DROP TABLE users;",
        "UPDATE users SET state = NULL;",
        "DELETE FROM users;",
        "DROP INDEX users_email_key;",
        "LOCK TABLE users IN ACCESS EXCLUSIVE MODE;",
        "DO $$ BEGIN EXECUTE format('DROP %s', 'x'); END $$;",
        "DO $$ BEGIN\n NULL; ALTER TABLE users DROP COLUMN email; END $$;",
        "CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON users (email);",
        "ALTER TABLE users ADD CONSTRAINT c CHECK (id > 0) NOT VALID; ALTER TABLE users VALIDATE CONSTRAINT c;",
    ] {
        assert!(!find_violations(sql, true).is_empty(), "{sql}");
    }
    for sql in [
        "CREATE INDEX CONCURRENTLY a ON users (email);",
        "CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON users (email); SELECT 1;",
    ] {
        assert!(!find_violations(sql, false).is_empty(), "{sql}");
    }
}

#[test]
fn migrations_that_break_no_rule_are_accepted() {
    for sql in [
        "-- Ours; and new\nCREATE TABLE ours (id integer PRIMARY KEY, a text CHECK (a <> ';')); CREATE INDEX b ON ours (a);",
        "ALTER TABLE users ADD COLUMN a integer NOT NULL DEFAULT 0, ADD COLUMN b text;",
        "ALTER TABLE users DROP CONSTRAINT c, ADD CONSTRAINT c CHECK (a IN ('x', 'y')) NOT VALID;",
        "ALTER TABLE users VALIDATE CONSTRAINT c; ALTER TABLE tickets VALIDATE CONSTRAINT d;",
        "ALTER TABLE pending_logins ADD COLUMN a integer NOT NULL DEFAULT 0 CHECK (a >= 0);",
        "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM users; RETURN NULL; END $$;",
        "COMMENT ON COLUMN users.email IS 'It''s theirs; CREATE INDEX a ON users (b)';",
    ] {
        assert!(find_violations(sql, true).is_empty(), "{sql}: {:?}", find_violations(sql, true));
    }
    for sql in [
        "CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS a ON users (lower(email)) WHERE id > 0;",
        "DROP INDEX CONCURRENTLY IF EXISTS a;",
    ] {
        assert!(find_violations(sql, false).is_empty(), "{sql}: {:?}", find_violations(sql, false));
    }
}
