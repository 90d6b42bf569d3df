use chrono::{DateTime, Utc};
use diesel::{
    ExpressionMethods, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper, delete, insert_into,
};
use domain::shared::file_kind::FileKind;
use domain::shared::ids::{ProofId, RemittanceId, UserId};
use ports::payments::remittances::proofs::{NewProof, Proof, Proofs};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::shared::rows::parse_word;
use crate::store::PgStore;
use schema::{remittance_proof_pieces, remittance_proofs};

/// Maximum size of a piece of a file, in bytes.
const PIECE_BYTES: usize = 256 * 1024;

#[derive(Queryable, Selectable)]
#[diesel(table_name = remittance_proofs)]
struct ProofRow {
    id: i32,
    remittance_id: i32,
    name: String,
    kind: String,
    bytes: i32,
    added_by: Option<i32>,
    added_at: DateTime<Utc>,
}

impl TryFrom<ProofRow> for Proof {
    type Error = StoreError;

    fn try_from(row: ProofRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: ProofId(row.id),
            remittance_id: RemittanceId(row.remittance_id),
            name: row.name,
            kind: parse_word("remittance_proofs.kind", &row.kind, FileKind::parse)?,
            bytes: row.bytes.into(),
            added_by: row.added_by.map(UserId),
            added_at: row.added_at,
        })
    }
}

impl Proofs for PgStore<'_> {
    fn insert_proof(&mut self, new: &NewProof<'_>) -> StoreResult<Proof> {
        let bytes = i32::try_from(new.content.len())
            .map_err(|_| StoreError::Failed("a file exceeds the maximum size".into()))?;
        let row: ProofRow = self.run(|connection| {
            let row: ProofRow = insert_into(remittance_proofs::table)
                .values((
                    remittance_proofs::remittance_id.eq(new.remittance_id.0),
                    remittance_proofs::name.eq(new.name),
                    remittance_proofs::kind.eq(new.kind.as_str()),
                    remittance_proofs::bytes.eq(bytes),
                    remittance_proofs::added_by.eq(new.by.0),
                    remittance_proofs::added_at.eq(new.at),
                ))
                .returning(ProofRow::as_returning())
                .get_result(connection)?;
            for (number, piece) in (0..).zip(new.content.chunks(PIECE_BYTES)) {
                insert_into(remittance_proof_pieces::table)
                    .values((
                        remittance_proof_pieces::proof_id.eq(row.id),
                        remittance_proof_pieces::number.eq(number),
                        remittance_proof_pieces::content.eq(piece),
                    ))
                    .execute(connection)?;
            }
            Ok(row)
        })?;
        row.try_into()
    }

    fn proofs_of(&mut self, remittances: &[RemittanceId]) -> StoreResult<Vec<Proof>> {
        let ids: Vec<i32> = remittances.iter().map(|id| id.0).collect();
        self.entities::<ProofRow, _>(
            remittance_proofs::table
                .filter(remittance_proofs::remittance_id.eq_any(ids))
                .order(remittance_proofs::id)
                .select(ProofRow::as_select()),
        )
    }

    fn proof(&mut self, id: ProofId) -> StoreResult<Option<Proof>> {
        self.first_entity::<ProofRow, _>(remittance_proofs::table.find(id.0).select(ProofRow::as_select()))
    }

    fn proof_content(&mut self, id: ProofId) -> StoreResult<Vec<u8>> {
        let pieces: Vec<Vec<u8>> = self.load(
            remittance_proof_pieces::table
                .filter(remittance_proof_pieces::proof_id.eq(id.0))
                .order(remittance_proof_pieces::number)
                .select(remittance_proof_pieces::content),
        )?;
        Ok(pieces.concat())
    }

    fn remove_proof(&mut self, id: ProofId) -> StoreResult<bool> {
        Ok(self.count_changed(delete(remittance_proofs::table.find(id.0)))? > 0)
    }
}
