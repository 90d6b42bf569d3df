DROP TABLE audit_seals;
DROP TABLE seal_keys;
