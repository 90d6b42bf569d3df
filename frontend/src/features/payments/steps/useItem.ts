import type {
  CityData,
  Court,
  CourtAppearance,
  NotPayableReason,
  PayConfirmation,
  Standing,
} from "@/api/types";
import { centsOf } from "@/lib/money";
import type { ItemKind } from "@/lib/paths";
import { dueDateOf } from "@/parts/dates/dueDate";
import { useSession } from "@/parts/accounts/useSession";
import { useAppearances, useParking, useTickets, useTolls } from "@/parts/drivingRecord/useRecords";

/** The data of a ticket, parking ticket or toll that the payment screens show. */
export type PayItem = {
  kind: ItemKind;
  id: number;
  citationNumber: string | null;
  issuer: string | null;
  /** Name of the registered authority that gets the money; null if the issuer isn't registered. */
  authority: string | null;
  /** The violation or the toll road. */
  label: string;
  location: string | null;
  date: string;
  /** The time of a toll, as written. Not set for other items. */
  timeOfDay?: string | null;
  /** The due date that the driver sees; null for an item that costs nothing (`dueDateOf`). */
  dueDate: string | null;
  /** Whether the item is open and late. The server decides. */
  isOverdue: boolean;
  /** Whether the item's calendar file has a day that isn't past. The server decides. */
  hasUpcomingDate: boolean;
  /** True if Lanewise estimated the due date because the issuer gave none. */
  isDueDateOurs?: boolean;
  /** The court that hears a ticket, and its state, if known. */
  court?: Court | null;
  courtState?: string | null;
  /** The city's own data about the item; null if we have none. */
  city?: CityData | null;
  paidAt: string | null;
  /** The server decides the standing and what the driver may do. */
  standing: Standing;
  isEstimated: boolean;
  mayPay: boolean;
  notPayable: NotPayableReason | null;
  payNeedsConfirmation: PayConfirmation | null;
  mayHireLawyer: boolean;
  /** Id of the hire whose case is open; null if there is none. */
  hireId: number | null;
  /** True while no lawyer represents the driver in the case of `hireId`. */
  awaitsLawyer: boolean;
  /** The fine, in cents. */
  fine: number;
  /** The price of a lawyer, in cents; null for parking tickets and tolls. */
  lawyerPrice: number | null;
  /** Points that paying adds to the license. */
  points: number;
  isDisputed: boolean;
  mayContest: boolean;
  /** The day on which the driver sent a letter or the issuer's own form; null if they sent nothing. */
  letterSentOn: string | null;
  isOwnFormSent: boolean;
  /** The ticket's pending court appearance, which paying the ticket doesn't cancel; null if there is none. */
  appearance: CourtAppearance | null;
};

/** Converts the fine and, for a ticket, the price of a lawyer to cents. */
const parsePrices = (fine: string, lawyer?: string) => ({
  fine: centsOf(fine),
  lawyerPrice: lawyer === undefined ? null : centsOf(lawyer),
});

/** Values of the fields that parking tickets and tolls don't have. */
const WITHOUT_TICKET_FIELDS = {
  mayHireLawyer: false,
  hireId: null,
  awaitsLawyer: false,
  points: 0,
  appearance: null,
};

/**
 * Finds an item by id in its owner's list; the API has no call for a single item. `owner` is a user
 * id, by default the current user's. `item` is null until the list has loaded, or if the list
 * doesn't have the item.
 */
export function useItem(kind: ItemKind, id: number, owner?: number) {
  const { user } = useSession();
  const viewerId = user?.id ?? null;
  const queryOf = (requestedKind: ItemKind) => ({
    id: kind === requestedKind ? (owner ?? viewerId) : null,
    viewerId,
  });
  const tickets = useTickets(queryOf("ticket"));
  const parking = useParking(queryOf("parking"));
  const tolls = useTolls(queryOf("toll"));
  const appearances = useAppearances(queryOf("ticket"));
  // Waits for the ticket's court appearances, so that the screen never leaves out a court date that paying doesn't
  // cancel.
  const ticketAnswer = tickets.data && !appearances.data ? appearances : tickets;
  const response = { ticket: ticketAnswer, parking, toll: tolls }[kind];

  /** Returns the item from its list, converted to a PayItem; null if it isn't there. */
  function findItem(): PayItem | null {
    const ticket = appearances.data && tickets.data?.find((one) => one.id === id);
    if (ticket)
      return {
        ...ticket,
        dueDate: dueDateOf(ticket),
        appearance: appearances.data?.find((one) => one.ticketId === id) ?? null,
        kind,
        label: ticket.violationType,
        ...parsePrices(ticket.fine, ticket.lawyerPrice),
      };
    const spot = parking.data?.find((one) => one.id === id);
    if (spot)
      return {
        ...spot,
        dueDate: dueDateOf(spot),
        ...WITHOUT_TICKET_FIELDS,
        kind,
        label: spot.violationType,
        ...parsePrices(spot.fine),
      };
    const toll = tolls.data?.find((one) => one.id === id);
    if (toll)
      return {
        ...toll,
        dueDate: dueDateOf(toll),
        ...WITHOUT_TICKET_FIELDS,
        kind,
        label: toll.tollRoad,
        location: null,
        ...parsePrices(toll.fine),
      };
    return null;
  }
  return {
    item: findItem(),
    loading: response.data === undefined && !response.error,
    error: response.error as unknown,
    retry: () => void response.mutate(),
    retrying: response.isValidating,
  };
}

export type ItemRead = ReturnType<typeof useItem>;
