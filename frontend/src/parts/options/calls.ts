import { parkingOptions, ticketOptions, tollOptions } from "@/api/generated/options/sdk.gen";
import type { ItemOptions } from "@/api/types";
import type { ItemKind } from "@/lib/paths";

const CALLS = { ticket: ticketOptions, parking: parkingOptions, toll: tollOptions };

export const getOptions = (kind: ItemKind, id: number): Promise<ItemOptions> =>
  CALLS[kind]({ path: { id } });
