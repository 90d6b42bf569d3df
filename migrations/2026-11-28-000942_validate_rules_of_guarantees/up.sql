ALTER TABLE cases VALIDATE CONSTRAINT cases_guarantee_rule_check;
