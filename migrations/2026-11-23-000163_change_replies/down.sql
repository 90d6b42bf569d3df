ALTER TABLE reply_templates DROP COLUMN version;
