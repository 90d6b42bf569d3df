/** SWR cache keys that more than one module uses. */
export const SESSION_KEY = "/api/session";
export const OWN_SESSIONS_KEY = "/api/account/sessions";
export const HIRES_KEY = "/api/lawyer-hires";
export const CONFIG_KEY = "/api/config";
export const HELP_INQUIRIES_KEY = "/api/help-inquiries";
