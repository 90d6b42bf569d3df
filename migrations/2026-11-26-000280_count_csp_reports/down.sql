DROP TABLE csp_reports;
