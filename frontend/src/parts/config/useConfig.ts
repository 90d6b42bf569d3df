import { CONFIG_KEY } from "@/api/keys";
import { useRead } from "@/api/read";
import { getConfig } from "./calls";

/** What the server tells every page: test mode, support's number, where legal help is offered. Once, whatever else is read again. */
export const useConfig = () => useRead(CONFIG_KEY, getConfig, { revalidateIfStale: false });
