import { useState } from "react";
import useSWR, { type SWRResponse } from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { WaitingCitation } from "@/api/types";
import { formatCount } from "@/lib/labels";
import { useSearchParams } from "@/lib/router";
import { getUser } from "@/parts/drivingRecord/calls";
import { FailureNotice } from "@/parts/FailureNotice";
import { failureText } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { ChoiceChips } from "@/ui/desk/Chips";
import { FocusKeeper } from "@/ui/FocusKeeper";
import { Alert } from "@/ui/feedback/Alert";
import { Loading } from "@/ui/feedback/Loading";
import { Card } from "@/ui/layout/Card";
import { toast } from "@/ui/overlays/toast";
import { UNSOLVED_COUNTS } from "../../desk/calls";
import { Desk } from "../../desk/Desk";
import { showFiledToast } from "../../desk/filing/showFiledToast";
import { useLargeAmount } from "../../desk/filing/useLargeAmount";
import { refresh } from "../../desk/live/refresh";
import { DriverLink } from "../../table/cells/DriverLink";
import { type RowColumn, Rows } from "../../table/rows/Rows";
import { CITATIONS_KEY, getWaitingCitations, postDecision, type WaitsFor } from "../calls";
import css from "../ImportPage.module.css";
import { citationField, findLargeCents, CITATION_COLUMNS } from "./columns";
import { describeAdded } from "./describeAdded";
import { PlateReviews } from "./PlateReviews";

const PAGE = 50;
const MAX_ROWS = 200;
const CHOICES = [
  { value: "decision", label: "Needs review" },
  { value: "driver", label: "No matching driver" },
];

/**
 * Imported citations that weren't filed. They wait for staff's decision about a possible driver, or for a driver who
 * matches. The URL can limit the list to one driver. Below them are filed items from days on which their drivers didn't
 * have the plate.
 */
export default function CitationsPage() {
  const [query, setQuery] = useSearchParams();
  const driver = Number(query.get("user")) || null;
  const [waits, setWaits] = useState<WaitsFor>("decision");
  const chooseList = (value: string) => {
    setWaits(value === "driver" ? "driver" : "decision");
    if (value === "driver") showAll();
  };
  const showAll = () =>
    setQuery((before) => {
      before.delete("user");
      return before;
    });
  return (
    <Desk title="Unmatched citations">
      <div className={css.page}>
        <ChoiceChips
          legend="Citations to show"
          name="waits"
          options={CHOICES}
          value={waits}
          onChange={chooseList}
        />
        {driver !== null && (
          <p className={css.row}>
            Showing only driver #{driver}.
            <Button variant="text" compact onClick={showAll}>
              Show all
            </Button>
          </p>
        )}
        {waits === "driver" && (
          <p className={css.soft}>
            No driver has a verified plate, license or email that matches these citations. If one is
            verified later, the citation moves to Needs review. We erase the rest after 90 days.
          </p>
        )}
        <WaitingCitations key={`${waits} ${driver}`} waits={waits} driver={driver} />
        {waits === "decision" && driver === null && <PlateReviews />}
      </div>
    </Desk>
  );
}

type WaitingProps = { waits: WaitsFor; driver: number | null };

function WaitingCitations({ waits, driver }: WaitingProps) {
  const [limit, setLimit] = useState(PAGE);
  const read = useSWR<WaitingCitation[], Error>(
    [CITATIONS_KEY, waits, limit, driver],
    () => getWaitingCitations(waits, limit, driver),
    { ...REVALIDATE_ON_MOUNT, keepPreviousData: true },
  );
  return (
    <FocusKeeper className={css.page}>
      <Citations {...{ waits, driver, limit, read }} onMore={() => setLimit(MAX_ROWS)} />
    </FocusKeeper>
  );
}

type CitationsProps = WaitingProps & {
  limit: number;
  read: SWRResponse<WaitingCitation[], Error>;
  onMore: () => void;
};

/** Texts for a decision about several citations, whose amounts can't be edited here. */
const describeLargest = (amount: string) => ({
  title: "Add amounts above $5,000?",
  description: `The largest is ${amount}.`,
  confirm: "Add to record",
  cancel: "Cancel",
});

function Citations({ waits, driver, limit, read, onMore }: CitationsProps) {
  const { data, error, isValidating, mutate } = read;
  const question = useLargeAmount(describeLargest);
  if (!data && error) {
    return (
      <FailureNotice title="We couldn’t load the citations" {...{ error, mutate, isValidating }} />
    );
  }
  if (!data) {
    return <Loading label="Loading citations" height="12rem" />;
  }
  if (data.length === 0) {
    return (
      <Alert tone="info">
        {driver !== null
          ? "This driver has no citations left to review."
          : waits === "decision"
            ? "You’re all caught up. Citations that need your decision show up here."
            : "No citations are waiting for a driver."}
      </Alert>
    );
  }
  const decide = async (citations: readonly WaitingCitation[], isTheirs: boolean) => {
    const large = isTheirs ? Math.max(...citations.map(findLargeCents)) : 0;
    if (large > 0 && !(await question.ask(large))) return;
    try {
      const result = await postDecision(
        citations.map(({ id }) => id),
        isTheirs,
        large > 0,
      );
      const toastOptions = {
        title: !isTheirs
          ? "Marked as Not Theirs"
          : result.filed > 0
            ? "Citations Added"
            : "Already on File",
        description: isTheirs
          ? describeAdded(result)
          : `${formatCount(result.declined)} moved to No matching driver.`,
      };
      const filedFor = isTheirs ? citations[0]?.userId : null;
      const owner = filedFor ? await getUser(filedFor).catch(() => null) : null;
      if (owner) showFiledToast(owner, toastOptions);
      else toast(toastOptions);
    } catch (failure) {
      toast({ title: "Error", description: failureText(failure), variant: "destructive" });
    }
    await Promise.all([mutate(), refresh(UNSOLVED_COUNTS)]);
  };
  const more = data.length === limit && limit < MAX_ROWS && (
    <div className={`${css.row} ${css.pad}`}>
      <Button variant="secondary" compact onClick={onMore}>
        Show more
      </Button>
    </div>
  );
  if (waits === "driver") {
    return (
      <Card title="No matching driver" flush>
        <Rows
          label="Citations without a driver"
          columns={CITATION_COLUMNS}
          rows={data}
          idOf={idOf}
        />
        {more}
      </Card>
    );
  }
  return (
    <>
      <p className={css.soft}>
        Each citation here may belong to the driver shown with it. Check the reason shown with each
        one, compare the details and decide.
      </p>
      {groupByDriver(data).map(([driver, citations]) => (
        <DriverCitations key={driver} citations={citations} decide={decide} />
      ))}
      {more}
      {question.dialog}
    </>
  );
}

const idOf = ({ id }: WaitingCitation) => id;

/** Groups citations by their possible driver; those without one come under the id 0. */
function groupByDriver(citations: readonly WaitingCitation[]) {
  const drivers = new Map<number, WaitingCitation[]>();
  for (const citation of citations) {
    const id = citation.userId ?? 0;
    drivers.set(id, [...(drivers.get(id) ?? []), citation]);
  }
  return [...drivers];
}

type Decide = (citations: readonly WaitingCitation[], isTheirs: boolean) => Promise<void>;

/** Citations that may belong to one driver, decided one by one or all at once. */
function DriverCitations({ citations, decide }: { citations: WaitingCitation[]; decide: Decide }) {
  const [busy, setBusy] = useState(false);
  const [first] = citations;
  if (!first?.userId) return null;
  /** Decides citations. The buttons are busy until the call has ended. */
  const decideWhileBusy = async (decided: readonly WaitingCitation[], isTheirs: boolean) => {
    setBusy(true);
    await decide(decided, isTheirs);
    setBusy(false);
  };
  const columns: readonly RowColumn<WaitingCitation>[] = [
    ...CITATION_COLUMNS,
    {
      title: "Actions",
      cell: (one) => (
        <div className={css.row}>
          <Button
            variant="secondary"
            compact
            aria-disabled={busy}
            aria-label={`Add ${citationName(one)} to ${one.driverName ?? `user ${one.userId}`}’s record`}
            onClick={() => void decideWhileBusy([one], true)}
          >
            Add to record
          </Button>
          <Button
            variant="text"
            compact
            aria-disabled={busy}
            aria-label={`${citationName(one)} doesn’t belong to ${one.driverName ?? `user ${one.userId}`}`}
            onClick={() => void decideWhileBusy([one], false)}
          >
            Not theirs
          </Button>
        </div>
      ),
    },
  ];
  return (
    <Card
      title={<DriverLink id={first.userId} name={first.driverName} />}
      aside={
        citations.length > 1 && (
          <Button compact loading={busy} onClick={() => void decideWhileBusy(citations, true)}>
            Add all {formatCount(citations.length)} to record
          </Button>
        )
      }
      flush
    >
      <Rows
        label={`Citations for ${first.driverName ?? `user ${first.userId}`}`}
        columns={columns}
        rows={citations}
        idOf={idOf}
      />
    </Card>
  );
}

const citationName = (citation: WaitingCitation) =>
  citation.citation ?? (citationField(citation, "violationType") || "this one");
