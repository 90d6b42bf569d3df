-- Files that prove that a remittance was sent (docs/product/money-to-authorities.md#proof), in pieces, so that none is in memory three times.
CREATE TABLE remittance_proofs (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    remittance_id integer NOT NULL REFERENCES remittances ON DELETE RESTRICT,
    name text NOT NULL CONSTRAINT remittance_proofs_name_check CHECK (length(name) BETWEEN 1 AND 200),
    kind text NOT NULL CONSTRAINT remittance_proofs_kind_check CHECK (kind IN ('pdf', 'jpeg', 'png')),
    bytes integer NOT NULL CONSTRAINT remittance_proofs_bytes_check CHECK (bytes BETWEEN 1 AND 10485760),
    added_by integer REFERENCES users ON DELETE SET NULL,
    added_at timestamptz NOT NULL
);
COMMENT ON TABLE remittance_proofs IS 'Files that show that a remittance was sent; kept as long as it.';
COMMENT ON COLUMN remittance_proofs.name IS 'What staff call the file.';
COMMENT ON COLUMN remittance_proofs.kind IS 'What it is by what is in it.';
CREATE INDEX remittance_proofs_remittance_id_index ON remittance_proofs (remittance_id, id);
CREATE INDEX remittance_proofs_added_by_index ON remittance_proofs (added_by) WHERE added_by IS NOT NULL;

CREATE TABLE remittance_proof_pieces (
    proof_id integer NOT NULL REFERENCES remittance_proofs ON DELETE CASCADE,
    number integer NOT NULL CONSTRAINT remittance_proof_pieces_number_check CHECK (number BETWEEN 0 AND 39),
    content bytea NOT NULL CONSTRAINT remittance_proof_pieces_content_check CHECK (octet_length(content) BETWEEN 1 AND 262144),
    PRIMARY KEY (proof_id, number)
);
COMMENT ON TABLE remittance_proof_pieces IS 'What is in the files, in pieces of 256 kB.';
