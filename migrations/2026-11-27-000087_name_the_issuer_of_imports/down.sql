ALTER TABLE imports DROP COLUMN issuer;
