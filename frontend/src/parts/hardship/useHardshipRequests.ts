import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { HardshipRequest } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import { getHardshipRequests, HARDSHIP_KEY } from "./calls";

/** Reads the driver's requests about items that they can't pay, newest first. */
export const useHardshipRequests = () =>
  useSWR<HardshipRequest[], Error>(HARDSHIP_KEY, getHardshipRequests, REVALIDATE_ON_MOUNT);

/** Returns the newest request about an item, if there is one. */
export const findRequest = (
  requests: readonly HardshipRequest[] | undefined,
  kind: ItemKind,
  itemId: number,
): HardshipRequest | undefined =>
  requests?.find((request) => request.kind === kind && request.itemId === itemId);
