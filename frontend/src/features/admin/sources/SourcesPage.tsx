import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { CitationSource, SourceRun } from "@/api/types";
import { formatCount, lookUpLabel } from "@/lib/labels";
import { FailureNotice } from "@/parts/FailureNotice";
import { useAction } from "@/parts/forms/useAction";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Chip } from "@/ui/feedback/Chip";
import { Loading } from "@/ui/feedback/Loading";
import { Card } from "@/ui/layout/Card";
import { Desk } from "../desk/Desk";
import { RelativeTime } from "../desk/RelativeTime";
import { formatExactTime } from "../desk/times";
import { type RowColumn, Rows } from "../table/rows/Rows";
import { getSources, postRun, SOURCES_KEY } from "./calls";
import { REASONS, describeResult, stateOf } from "./runTexts";
import css from "./SourcesPage.module.css";

const POLL_MS = 2_000;
const isAnyRunning = (sources: readonly CitationSource[] | undefined) =>
  sources?.some(({ runs }) => runs[0] && !runs[0].endedAt) ?? false;

/** Citation sources: the results and failures of their runs, and a button to start a run. */
export default function SourcesPage() {
  const { data, error, isValidating, mutate } = useSWR(SOURCES_KEY, getSources, {
    ...REVALIDATE_ON_MOUNT,
    refreshInterval: (latest) => (isAnyRunning(latest) ? POLL_MS : 0),
  });
  return (
    <Desk title="Citation sources">
      <div className={css.page}>
        <p className={css.soft}>
          We check each plate with these cities soon after it’s verified, then once a day. New
          citations become parking tickets, and we keep amounts up to date. Anything unclear goes to
          Unmatched citations.
        </p>
        {!data && error && (
          <FailureNotice
            title="We couldn’t load the sources"
            {...{ error, mutate, isValidating }}
          />
        )}
        {!data && !error && <Loading label="Loading sources" height="12rem" />}
        {data?.length === 0 && (
          <Alert tone="info" title="No citation sources are set up">
            To add one, ask your technical team to set CITATION_SOURCES.
          </Alert>
        )}
        {data?.map((source) => (
          <Source key={source.name} source={source} onRun={() => mutate()} />
        ))}
      </div>
    </Desk>
  );
}

const COLUMNS: readonly RowColumn<SourceRun>[] = [
  { title: "Started", short: true, cell: ({ startedAt }) => <RelativeTime at={startedAt} /> },
  {
    title: "Reason for the check",
    cell: ({ reason, byName }) => (
      <>
        {lookUpLabel(REASONS, reason) ?? reason}
        {byName && <span className={css.soft}> · {byName}</span>}
      </>
    ),
  },
  {
    title: "Status",
    short: true,
    cell: (run) => {
      const { word, tone } = stateOf(run);
      return (
        <>
          <Chip tone={tone}>{word}</Chip>
          {run.waitsUntil && !run.endedAt && (
            <div className={css.soft}>until {formatExactTime(run.waitsUntil)}</div>
          )}
        </>
      );
    },
  },
  { title: "Plates checked", short: true, cell: ({ plates }) => formatCount(plates) },
  { title: "Queries sent to the city", short: true, cell: ({ calls }) => formatCount(calls) },
  {
    title: "Result",
    long: true,
    cell: (run) => (
      <>
        {describeResult(run)}
        {run.words.length > 0 && (
          <ul className={css.words}>
            {run.words.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </>
    ),
  },
];

type Props = { source: CitationSource; onRun: () => Promise<unknown> };

function Source({ source, onRun }: Props) {
  const { name, title, authority, address, isTest, plates, platesAsked, runs } = source;
  const busy = isAnyRunning([source]);
  const starting = useAction(() => postRun(name).finally(onRun));
  return (
    <Card
      title={
        <span className={css.head}>
          {authority}
          {isTest && <Chip tone="warn">TEST SOURCE</Chip>}
        </span>
      }
      aside={
        <Button
          compact
          loading={starting.busy || busy}
          aria-label={`Check now: ${authority}`}
          onClick={starting.run}
        >
          Check now
        </Button>
      }
      flush
    >
      <div className={css.about}>
        <p>Data set: {title}</p>
        <p className={css.soft}>{address}</p>
        <p className={css.soft}>
          {formatCount(plates)} verified {plates === 1 ? "plate" : "plates"},{" "}
          {formatCount(platesAsked)} of them checked so far
          {isTest && ". This is a test source. Its citations aren’t real."}
        </p>
      </div>
      {runs.length > 0 ? (
        <Rows
          label={`Checks of ${authority}`}
          columns={COLUMNS}
          rows={runs}
          idOf={({ id }) => id}
        />
      ) : (
        <p className={`${css.soft} ${css.empty}`}>
          No checks yet. Each check and its result will show up here.
        </p>
      )}
    </Card>
  );
}
