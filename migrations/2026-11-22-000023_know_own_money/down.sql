DROP TABLE orphan_intents;
DROP TABLE installation;
