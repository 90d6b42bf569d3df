-- Files of one city or court name no issuer. Staff name it for all rows (docs/product/imports.md#importing-citations).
ALTER TABLE imports ADD COLUMN issuer text;
COMMENT ON COLUMN imports.issuer IS 'The issuer of rows that name none.';
