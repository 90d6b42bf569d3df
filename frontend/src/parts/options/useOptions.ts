import { REVALIDATE_ON_MOUNT, useRead } from "@/api/useRead";
import type { ItemOptions } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import { getOptions } from "./calls";

/** Reads what the driver can do about an item. */
export const useOptions = (kind: ItemKind, id: number) =>
  useRead<ItemOptions>(["/api/options", kind, id], () => getOptions(kind, id), REVALIDATE_ON_MOUNT);
