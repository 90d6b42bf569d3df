import type { Parking, Ticket, Toll } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import type { ToastOptions } from "@/ui/overlays/toast";
import { patchParking, patchTicket, patchToll, postParking, postTicket, postToll } from "../calls";

export type ItemRecord = Ticket | Parking | Toll;

/** Titles and toasts of each form. */
export const ITEM_TEXTS: Record<
  ItemKind,
  { create: string; edit: string; created: ToastOptions; updated: ToastOptions; failed: string }
> = {
  ticket: {
    create: "Create Traffic Ticket",
    edit: "Edit Traffic Ticket",
    created: {
      title: "Ticket Created",
      description: "New traffic ticket has been added successfully.",
    },
    updated: { title: "Ticket Updated", description: "Ticket has been updated successfully." },
    failed: "Failed to create ticket. Please check the form data.",
  },
  parking: {
    create: "Create Parking Violation",
    edit: "Edit Parking Violation",
    created: {
      title: "Parking Violation Created",
      description: "New parking violation has been added successfully.",
    },
    updated: {
      title: "Parking Violation Updated",
      description: "Parking violation has been updated successfully.",
    },
    failed: "Failed to create parking violation. Please check the form data.",
  },
  toll: {
    create: "Create Toll",
    edit: "Edit Toll",
    created: { title: "Toll Created", description: "New toll has been added successfully." },
    updated: { title: "Toll Updated", description: "Toll has been updated successfully." },
    failed: "Failed to create toll. Please check the form data.",
  },
};

export const UPDATE_FAILED: Record<ItemKind, string> = {
  ticket: "Failed to update ticket.",
  parking: "Failed to update parking violation.",
  toll: "Failed to update toll.",
};

export const LISTS: Record<ItemKind, string> = {
  ticket: "/api/tickets",
  parking: "/api/parking",
  toll: "/api/tolls",
};

type Body = Record<string, unknown>;

/** Creates an item of this kind for a driver. */
export function createItem(kind: ItemKind, userId: number, body: Body): Promise<ItemRecord> {
  const whole = { ...body, userId };
  if (kind === "ticket") return postTicket(whole);
  return kind === "parking" ? postParking(whole) : postToll(whole);
}

/** Changes an item. The server refuses the call if `version` isn't the item's newest version. */
export function updateItem(kind: ItemKind, id: number, version: number, body: Body) {
  const whole = { ...body, version };
  if (kind === "ticket") return patchTicket(id, whole);
  return kind === "parking" ? patchParking(id, whole) : patchToll(id, whole);
}
