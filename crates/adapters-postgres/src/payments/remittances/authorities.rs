use diesel::{
    AsChangeset, ExpressionMethods, Insertable, OptionalExtension, PgConnection, QueryDsl, QueryResult,
    Queryable, RunQueryDsl, Selectable, SelectableHelper, delete, insert_into, update,
};
use domain::driving_record::court_zone;
use domain::payments::remittances::authority::{Authority, AuthorityDetails, AuthorityKind};
use domain::payments::remittances::obligation::ObligationStatus;
use domain::shared::ids::{AuthorityId, PaymentId};
use domain::shared::us_state::UsState;
use ports::payments::remittances::{Authorities, SaveAuthorityResult};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::driving_record::courts::lock_register;
use crate::shared::rows::{parse_optional_word, parse_word};
use crate::store::PgStore;
use schema::{authorities, authority_names, obligations};

#[derive(Queryable, Selectable)]
#[diesel(table_name = authorities, check_for_backend(diesel::pg::Pg))]
pub(super) struct AuthorityRow {
    id: i32,
    name: String,
    kind: String,
    also_called: Vec<String>,
    pay_to: Option<String>,
    version: i32,
    state: Option<String>,
    county: Option<String>,
    time_zone: Option<String>,
    postal_address: Option<String>,
}

/// The columns of an authority whose values staff enter.
#[derive(AsChangeset, Insertable)]
#[diesel(table_name = authorities, treat_none_as_null = true)]
pub(super) struct DetailsColumns<'a> {
    name: &'a str,
    kind: &'static str,
    also_called: &'a [String],
    pay_to: Option<&'a str>,
    postal_address: Option<&'a str>,
    state: Option<&'static str>,
    county: Option<&'a str>,
    time_zone: Option<&'static str>,
}

impl<'a> From<&'a AuthorityDetails> for DetailsColumns<'a> {
    fn from(details: &'a AuthorityDetails) -> Self {
        Self {
            name: &details.name,
            kind: details.kind.as_str(),
            also_called: &details.also_called,
            pay_to: details.pay_to.as_deref(),
            postal_address: details.postal_address.as_deref(),
            state: details.state.map(UsState::name),
            county: details.county.as_deref(),
            time_zone: details.time_zone.map(|zone| zone.name()),
        }
    }
}

impl TryFrom<AuthorityRow> for Authority {
    type Error = StoreError;

    fn try_from(row: AuthorityRow) -> Result<Self, StoreError> {
        let kind = parse_word("authorities.kind", &row.kind, AuthorityKind::parse)?;
        Ok(Self {
            id: AuthorityId(row.id),
            details: AuthorityDetails {
                name: row.name,
                kind,
                also_called: row.also_called,
                pay_to: row.pay_to,
                postal_address: row.postal_address,
                state: parse_optional_word("authorities.state", row.state.as_deref(), UsState::from_name)?,
                county: row.county,
                time_zone: parse_optional_word(
                    "authorities.time_zone",
                    row.time_zone.as_deref(),
                    court_zone::parse,
                )?,
            },
            version: row.version,
        })
    }
}

/// Builds the query for obligations that aren't in a remittance.
macro_rules! owed {
    () => {
        obligations::table.filter(obligations::status.eq(ObligationStatus::Owed.as_str()))
    };
}

/// Returns the name of another authority that already has one of the names `keys`, which are normalized by
/// `issuer_key`. Returns `None` if there is none. `own` is the authority that gets the names; `None` for a new
/// authority. Locks the register, so that no other transaction can take a name until this transaction ends.
fn name_in_use(
    connection: &mut PgConnection,
    own: Option<AuthorityId>,
    keys: &[String],
) -> QueryResult<Option<String>> {
    lock_register(connection)?;
    authority_names::table
        .inner_join(authorities::table)
        .filter(authority_names::key.eq_any(keys))
        .filter(authorities::id.ne(own.map_or(0, |id| id.0)))
        .select(authorities::name)
        .order(authorities::name)
        .first(connection)
        .optional()
}

/// Replaces the names of an authority. `keys` are the names, normalized by `issuer_key`.
fn replace_names(connection: &mut PgConnection, id: i32, keys: &[String]) -> QueryResult<usize> {
    delete(authority_names::table.filter(authority_names::authority_id.eq(id))).execute(connection)?;
    let rows: Vec<_> =
        keys.iter().map(|key| (authority_names::key.eq(key), authority_names::authority_id.eq(id))).collect();
    insert_into(authority_names::table).values(rows).execute(connection)
}

impl Authorities for PgStore<'_> {
    fn authorities(&mut self) -> StoreResult<Vec<Authority>> {
        self.entities::<AuthorityRow, _>(
            authorities::table
                .select(AuthorityRow::as_select())
                .order((authorities::name, authorities::id))
                .limit(AuthorityDetails::MAX_AUTHORITIES),
        )
    }

    fn insert_authority(&mut self, details: &AuthorityDetails) -> StoreResult<SaveAuthorityResult> {
        let keys = details.keys();
        let saved: Result<AuthorityRow, String> = self.run(|connection| {
            if let Some(other) = name_in_use(connection, None, &keys)? {
                return Ok(Err(other));
            }
            let row: AuthorityRow = insert_into(authorities::table)
                .values(DetailsColumns::from(details))
                .returning(AuthorityRow::as_returning())
                .get_result(connection)?;
            replace_names(connection, row.id, &keys)?;
            Ok(Ok(row))
        })?;
        Ok(match saved {
            Ok(row) => SaveAuthorityResult::Saved(row.try_into()?),
            Err(other) => SaveAuthorityResult::NameTaken(other),
        })
    }

    fn update_authority(
        &mut self,
        id: AuthorityId,
        version: i32,
        details: &AuthorityDetails,
    ) -> StoreResult<SaveAuthorityResult> {
        let keys = details.keys();
        let of = authorities::table.find(id.0);
        let found: Option<AuthorityRow> = self.first(
            // The lock isn't FOR UPDATE, which could deadlock with a transaction that files a ticket of this
            // court. Such a transaction locks the register and then refers to this row.
            of.select(AuthorityRow::as_select()).for_no_key_update(),
        )?;
        let Some(found) = found else { return Ok(SaveAuthorityResult::Gone) };
        if found.version != version {
            return Ok(SaveAuthorityResult::Changed(found.try_into()?));
        }
        if let Some(other) = self.run(|connection| name_in_use(connection, Some(id), &keys))? {
            return Ok(SaveAuthorityResult::NameTaken(other));
        }
        let row: AuthorityRow = self.run(|connection| {
            replace_names(connection, id.0, &keys)?;
            update(of)
                .set((DetailsColumns::from(details), authorities::version.eq(version + 1)))
                .returning(AuthorityRow::as_returning())
                .get_result(connection)
        })?;
        Ok(SaveAuthorityResult::Saved(row.try_into()?))
    }

    fn assign_obligations_by_issuer(&mut self, id: AuthorityId) -> StoreResult<usize> {
        let keys = authority_names::table
            .filter(authority_names::authority_id.eq(id.0))
            .select(authority_names::key);
        self.count_changed(
            update(
                owed!()
                    .filter(obligations::authority_id.is_null())
                    .filter(obligations::issuer_key.eq_any(keys)),
            )
            .set(obligations::authority_id.eq(id.0)),
        )
    }

    fn assign_payments(&mut self, id: AuthorityId, payments: &[PaymentId]) -> StoreResult<usize> {
        let payments: Vec<i32> = payments.iter().map(|payment| payment.0).collect();
        self.count_changed(
            update(owed!().filter(obligations::payment_id.eq_any(payments)))
                .set(obligations::authority_id.eq(id.0)),
        )
    }
}
