DROP TABLE reply_templates;
DROP TABLE staff_notes;
