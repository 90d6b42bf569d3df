DROP TABLE chat_messages;
DROP TABLE help_inquiries;
DROP TABLE text_notification_requests;
DROP TABLE missing_ticket_reports;
