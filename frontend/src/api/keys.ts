/** Keys of the data cache that more than one module names. */
export const SESSION_KEY = "/api/session";
export const CONFIG_KEY = "/api/config";
