import type { ReactNode } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { AddedItem, Parking, Ticket, Toll } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { FailureNotice } from "@/parts/FailureNotice";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { RelativeTime } from "../../desk/RelativeTime";
import { DriverLink } from "../../table/cells/DriverLink";
import type { ItemRecord } from "../forms/itemCalls";
import { readRecord, TO_CHECK_KEY } from "./calls";
import css from "./toCheck.module.css";
import { KIND_NAMES } from "./words";

const NOT_ENTERED = "Not entered";

/** Everything that the driver entered, to compare with the picture. */
export function EnteredFacts({ added }: { added: AddedItem }) {
  const { data, error, isValidating, mutate } = useSWR(
    [TO_CHECK_KEY, "record", added.kind, added.itemId, added.version],
    () => readRecord(added),
    { ...REVALIDATE_ON_MOUNT },
  );
  return (
    <div className={css.entered}>
      <dl className={css.facts}>
        <Fact name="Driver">
          <DriverLink id={added.userId} name={added.driverName ?? null} />
        </Fact>
        <Fact name="Kind">{KIND_NAMES[added.kind]}</Fact>
        <Fact name="Citation number">{added.citationNumber ?? NOT_ENTERED}</Fact>
        <Fact name="Issuer">{added.issuer ?? NOT_ENTERED}</Fact>
        <Fact name="Date">{formatDate(added.date)}</Fact>
        <Fact name="Amount">{added.amount}</Fact>
        {data &&
          listFacts(added.kind, data).map(([name, value]) => (
            <Fact key={name} name={name}>
              {value || NOT_ENTERED}
            </Fact>
          ))}
        <Fact name="Added">
          <RelativeTime at={added.addedAt} />
        </Fact>
      </dl>
      {!data && error && (
        <FailureNotice error={error} onRetry={() => void mutate()} retrying={isValidating} />
      )}
      {!data && !error && (
        <Loading label="Loading what the driver entered">
          <Skeleton height="4rem" />
        </Loading>
      )}
    </div>
  );
}

/** The fields of the item itself. An empty value means that the driver left the field empty. */
function listFacts(kind: AddedItem["kind"], record: ItemRecord): [string, string][] {
  const due: [string, string] = ["Due date", record.dueDate ? formatDate(record.dueDate) : ""];
  if (kind === "toll") return [["Toll road", (record as Toll).tollRoad], due];
  const { violationType, location } = record as Parking | Ticket;
  const place: [string, string][] = [["Violation", violationType], ["Place", location], due];
  if (kind === "parking") return place;
  const { points, isCourtRequired, courtDate, courtTime, courtState } = record as Ticket;
  const court: [string, string] = [
    "Court appearance",
    isCourtRequired ? "Required" : "Not required",
  ];
  const appearance: [string, string][] = isCourtRequired
    ? [
        ["Court date", courtDate ? formatDate(courtDate) : ""],
        ["Court time", courtTime ?? ""],
      ]
    : [];
  return [...place, ["Points", String(points)], ["State", courtState ?? ""], court, ...appearance];
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
