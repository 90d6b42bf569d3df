use chrono::{DateTime, Utc};
use diesel::{
    ExpressionMethods, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper, delete, insert_into,
    update,
};
use domain::help::template::{NewTemplate, ReplyTemplate};
use domain::shared::ids::UserId;
use ports::help::templates::Templates;
use ports::shared::store_error::{StoreError, StoreResult};

use crate::store::PgStore;
use schema::reply_templates as templates;

#[derive(Queryable, Selectable)]
#[diesel(table_name = templates, check_for_backend(diesel::pg::Pg))]
struct TemplateRow {
    id: i32,
    title: String,
    message: String,
    created_by: i32,
    created_at: DateTime<Utc>,
    version: i32,
}

impl From<TemplateRow> for ReplyTemplate {
    fn from(row: TemplateRow) -> Self {
        Self {
            id: row.id,
            title: row.title,
            message: row.message,
            created_by: UserId(row.created_by),
            created_at: row.created_at,
            version: row.version,
        }
    }
}

impl Templates for PgStore<'_> {
    fn templates(&mut self) -> StoreResult<Vec<ReplyTemplate>> {
        let rows: Vec<TemplateRow> = self.load(
            templates::table.select(TemplateRow::as_select()).order((templates::title, templates::id)),
        )?;
        Ok(rows.into_iter().map(ReplyTemplate::from).collect())
    }

    fn insert_template(
        &mut self,
        new: &NewTemplate,
        author: UserId,
        created_at: DateTime<Utc>,
    ) -> StoreResult<Option<ReplyTemplate>> {
        let row = self.run_unique(|connection| {
            insert_into(templates::table)
                .values((
                    templates::title.eq(new.title.as_str()),
                    templates::message.eq(new.message.as_str()),
                    templates::created_by.eq(author.0),
                    templates::created_at.eq(created_at),
                ))
                .returning(TemplateRow::as_returning())
                .get_result::<TemplateRow>(connection)
        });
        unless_title_is_taken(row)
    }

    fn lock_template(&mut self, id: i32) -> StoreResult<Option<ReplyTemplate>> {
        let row: Option<TemplateRow> =
            self.first(templates::table.find(id).select(TemplateRow::as_select()).for_no_key_update())?;
        Ok(row.map(ReplyTemplate::from))
    }

    fn update_template(&mut self, id: i32, new: &NewTemplate) -> StoreResult<Option<ReplyTemplate>> {
        let row = self.run_unique(|connection| {
            update(templates::table.find(id))
                .set((
                    templates::title.eq(new.title.as_str()),
                    templates::message.eq(new.message.as_str()),
                    templates::version.eq(templates::version + 1),
                ))
                .returning(TemplateRow::as_returning())
                .get_result::<TemplateRow>(connection)
        });
        unless_title_is_taken(row)
    }

    fn delete_template(&mut self, id: i32) -> StoreResult<Option<ReplyTemplate>> {
        let row: Option<TemplateRow> =
            self.optional(delete(templates::table.find(id)).returning(TemplateRow::as_returning()))?;
        Ok(row.map(ReplyTemplate::from))
    }
}

/// Converts the result of storing a template. Returns `None` if another template already
/// has the same title.
fn unless_title_is_taken(row: StoreResult<TemplateRow>) -> StoreResult<Option<ReplyTemplate>> {
    match row {
        Ok(row) => Ok(Some(row.into())),
        Err(StoreError::Duplicate(_)) => Ok(None),
        Err(error) => Err(error),
    }
}
