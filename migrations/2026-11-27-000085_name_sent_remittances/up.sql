-- A remittance keeps the name of a merged authority (docs/product/money-to-authorities.md#merging).
ALTER TABLE remittances ADD COLUMN sent_to text;
COMMENT ON COLUMN remittances.sent_to IS 'Name of the authority it was sent to, if that authority was merged into another one since.';
