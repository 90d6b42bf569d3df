DROP TABLE attention_closed;
