DROP TABLE staff_choices;
