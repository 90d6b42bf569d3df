DROP TABLE unconfirmed_messages;
