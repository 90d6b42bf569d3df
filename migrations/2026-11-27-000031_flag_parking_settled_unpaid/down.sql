ALTER TABLE parking DROP COLUMN is_settled_unpaid;
