import type { User } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import type { ItemRecord } from "./forms/itemCalls";

/** A form beside the page: a new user, or an item to create or edit. */
export type Form =
  | { form: "user" }
  | { form: ItemKind; user: User | null; owner?: User | null; record?: ItemRecord };
export type OpenForm = (form: Form) => void;
