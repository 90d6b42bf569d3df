import { useState } from "react";
import type { PaymentPurpose, Queue } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { centsOf } from "@/lib/money";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { formatCount, lookUpLabel } from "@/lib/labels";
import { FailureNotice } from "@/parts/FailureNotice";
import { ChoiceChips } from "@/ui/desk/Chips";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { deskPaths } from "../desk/deskPaths";
import { useFiltered } from "../table/data/useFiltered";
import { Chart } from "./Chart";
import { getOverview } from "./calls";
import { DayBars } from "./DayBars";
import { formatDollars, type OverviewData, formatShortDay } from "./figures";
import { HBars } from "./HBars";
import css from "./Overview.module.css";

const SPANS = ["7", "30", "90"].map((days) => ({ value: days, label: `${days} days` }));
const TYPES: Record<PaymentPurpose, string> = {
  traffic_ticket: "Traffic tickets",
  parking: "Parking tickets",
  toll: "Tolls",
  lawyer: "Legal help",
};
const QUEUES: Record<Queue, { label: string; to: string }> = {
  "lawyer-hire": { label: "Lawyer hires", to: deskPaths.hires() },
  "missing-ticket": { label: "Missing tickets", to: deskPaths.missingTickets() },
  "vehicle-update": { label: "Vehicle updates", to: deskPaths.vehicleUpdates() },
  "status-request": { label: "License status requests", to: deskPaths.statusRequests() },
  "help-inquiry": { label: "Help inquiries", to: deskPaths.helpInquiries() },
  "text-notification": { label: "Text notification requests", to: paths.admin() },
};
const MONEY = [
  { key: "fines", label: "Tickets and tolls", tone: "blue" },
  { key: "legalHelp", label: "Legal help", tone: "green" },
  { key: "wentBack", label: "Refunds and chargebacks", tone: "red" },
] as const;
const AGES = [
  { key: "withinADay", label: "Under a day", tone: "green" },
  { key: "withinAWeek", label: "Under a week", tone: "amber" },
  { key: "older", label: "Older", tone: "red" },
] as const;

const PAYMENTS = [{ key: "count", label: "Payments", tone: "blue" }] as const;
const HIRES = [{ key: "count", label: "Hires", tone: "blue" }] as const;

/** Charts of the business: net payments by day, payments by type, open work by age, and hires by status. */
export function Overview() {
  const [days, setDays] = useState(30);
  const { data, error, mutate, isValidating } = useFiltered(
    ["/api/admin/overview", days],
    async () => ({ ...(await getOverview(days)), days }),
  );
  return (
    <section className={css.overview} aria-label="Overview">
      <ChoiceChips
        legend="Days shown"
        name="days"
        options={SPANS}
        value={String(days)}
        onChange={(span) => setDays(Number(span))}
      />
      {error && !data ? (
        <FailureNotice {...{ error, mutate, isValidating }} />
      ) : data ? (
        <Charts data={data} days={data.days} />
      ) : (
        <Loading label="Loading the overview">
          <div className={css.charts}>
            {["a", "b", "c", "d"].map((key) => (
              <Skeleton key={key} height="16rem" />
            ))}
          </div>
        </Loading>
      )}
    </section>
  );
}

function Charts({ data, days }: { data: OverviewData; days: number }) {
  // Refunds and chargebacks are negative, so they appear below the axis.
  const money = data.moneyByDay.map((day) => ({
    name: day.day,
    values: [centsOf(day.fines), centsOf(day.legalHelp), 0 - centsOf(day.wentBack)],
  }));
  const all = sumOf(money);
  const payments = data.paymentsByType.map(({ type, count: n, amount }) => ({
    name: lookUpLabel(TYPES, type) ?? type,
    values: [n],
    note: formatDollars(centsOf(amount)),
  }));
  const work = data.openWork.map((open) => ({
    name: lookUpLabel(QUEUES, open.queue)?.label ?? open.queue,
    to: lookUpLabel(QUEUES, open.queue)?.to,
    values: [open.withinADay, open.withinAWeek, open.older],
  }));
  const hires = data.hirePipeline.map(({ status, count: n }) => ({ name: status, values: [n] }));
  return (
    <div className={css.charts}>
      <Chart
        title="Net payments by day"
        summary={`${formatDollars(all)} in ${days} days`}
        series={MONEY}
        rows={money.map((row) => ({ ...row, name: formatShortDay(row.name) }))}
        format={formatDollars}
        rowTitle="Day"
      >
        <DayBars days={money} series={MONEY} />
      </Chart>
      <Chart
        title="Payments by type"
        summary={`${formatCount(sumOf(payments))} in ${days} days`}
        series={PAYMENTS}
        rows={payments}
        format={formatCount}
        rowTitle="Type"
      >
        <HBars rows={payments} series={PAYMENTS} label="Payments by type" />
      </Chart>
      <Chart
        title="Open work"
        summary={`${formatCount(sumOf(work))} open`}
        series={AGES}
        rows={work}
        format={formatCount}
        rowTitle="Queue"
      >
        <HBars rows={work} series={AGES} label="Open work by age" />
      </Chart>
      <Chart
        title="Hires by status"
        summary={`${formatCount(sumOf(hires))} hires`}
        series={HIRES}
        rows={hires}
        format={formatCount}
        rowTitle="Status"
      >
        <HBars rows={hires} series={HIRES} label="Hires by status" />
      </Chart>
      <p className={css.more}>
        Net payments are payments received, minus refunds and chargebacks. Until{" "}
        {formatDate(data.lawyersOwedSince)}, payments for legal help counted as our revenue. Since
        then, we hold that money until it goes to the lawyer, back to the driver, or is earned by
        our own law firm. See also: <Link to={deskPaths.books()}>Accounting</Link>,{" "}
        <Link to={deskPaths.transactions()}>Payment transactions</Link>.
      </p>
    </div>
  );
}

const sumOf = (rows: readonly { values: readonly number[] }[]): number =>
  rows.reduce((sum, row) => sum + row.values.reduce((a, b) => a + b, 0), 0);
