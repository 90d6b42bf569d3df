import { CONFIG_KEY } from "@/api/keys";
import { useRead } from "@/api/useRead";
import { getConfig } from "./calls";

/** Settings that the server gives every page, such as test mode and support's phone number. Read once. */
export const useConfig = () => useRead(CONFIG_KEY, getConfig, { revalidateIfStale: false });
