import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { AddedItem, Parking, Ticket, Toll } from "@/api/types";
import { formatTypedAmount } from "@/lib/amount";
import { formatDate } from "@/lib/dates";
import { FailureNotice } from "@/parts/FailureNotice";
import { Loading } from "@/ui/feedback/Loading";
import { RelativeTime } from "../../desk/RelativeTime";
import { DriverLink } from "../../table/cells/DriverLink";
import type { Fact } from "../../queue/declaration";
import { Facts } from "../../queue/view/Facts";
import waiting from "../../queue/waiting/waiting.module.css";
import type { ItemRecord } from "../forms/itemCalls";
import { readRecord, TO_CHECK_KEY } from "./calls";
import { KIND_NAMES } from "./words";

/** The facts that the driver entered about an added item. */
export function EnteredFacts({ added }: { added: AddedItem }) {
  const { data, error, isValidating, mutate } = useSWR(
    [TO_CHECK_KEY, "record", added.kind, added.itemId, added.version],
    () => readRecord(added),
    { ...REVALIDATE_ON_MOUNT },
  );
  const facts = [
    { name: "Driver", value: <DriverLink id={added.userId} name={added.driverName ?? null} /> },
    { name: "Kind", value: KIND_NAMES[added.kind] },
    { name: "Citation number", value: added.citationNumber },
    { name: "Issuer", value: added.issuer },
    { name: "Date", value: formatDate(added.date) },
    { name: "Amount", value: formatTypedAmount(added.amount) },
    ...(data ? listFacts(added.kind, data) : []),
    { name: "Added", value: <RelativeTime at={added.addedAt} /> },
  ];
  return (
    <div className={waiting.record}>
      <Facts facts={facts} />
      {!data && error && <FailureNotice {...{ error, mutate, isValidating }} />}
      {!data && !error && <Loading label="Loading what the driver entered" height="4rem" />}
    </div>
  );
}

function listFacts(kind: AddedItem["kind"], record: ItemRecord): Fact[] {
  const due = { name: "Due date", value: record.dueDate && formatDate(record.dueDate) };
  if (kind === "toll") return [{ name: "Toll road", value: (record as Toll).tollRoad }, due];
  const { violationType, location } = record as Parking | Ticket;
  const violation = [
    { name: "Violation", value: violationType },
    { name: "Location", value: location },
    due,
  ];
  if (kind === "parking") return violation;
  const { points, isCourtRequired, courtDate, courtTime, courtState } = record as Ticket;
  const appearance = [
    { name: "Court date", value: courtDate && formatDate(courtDate) },
    { name: "Court time", value: courtTime },
  ];
  return [
    ...violation,
    { name: "Points", value: String(points) },
    { name: "State of the court", value: courtState },
    { name: "Court appearance", value: isCourtRequired ? "Required" : "Not required" },
    ...(isCourtRequired ? appearance : []),
  ];
}
