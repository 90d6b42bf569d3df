DROP TABLE remittance_proof_pieces, remittance_proofs;
