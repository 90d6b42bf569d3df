import { useEffect, useRef } from "react";
import useSWR from "swr";
import type { MissingTicketReport, TicketReportType } from "@/api/types";
import { useUser } from "@/parts/drivingRecord/useRecords";
import { useStoredForm } from "./desk/forms/useStoredForm";
import ItemDrawer from "./drivingRecord/forms/ItemDrawer";
import { getReport } from "./requests/calls";

type Preset = { kind: "ticket" | "parking"; values: Record<string, string> };

const PRESETS: Record<TicketReportType, Preset> = {
  "Traffic ticket": { kind: "ticket", values: { category: "traffic" } },
  "Red light ticket": {
    kind: "ticket",
    values: { category: "other", violationType: "Red light violation" },
  },
  "Speeding ticket": {
    kind: "ticket",
    values: { category: "speeding", violationType: "Speeding" },
  },
  "Parking ticket": { kind: "parking", values: { violationType: "Parking violation" } },
};

type Props = {
  /** The report for which an item is being filed; null while the form is closed. */
  report: MissingTicketReport | null;
  /** Called after a login if this form was open when the session ended, with the form's report. */
  onReopen: (report: MissingTicketReport) => void;
  onFiled: (kind: Preset["kind"], id: number) => void;
  onClose: () => void;
};

/** The form for filing a ticket that a driver reported as missing, prefilled from the report. */
export function FileForReport({ report, onReopen, onFiled, onClose }: Props) {
  const { data: user } = useUser(report?.userId ?? null);
  const storedReportId = useStoredForm()?.reportId ?? null;
  const { data: storedReport } = useSWR(
    storedReportId === null ? null : ["left report", storedReportId],
    () => (storedReportId === null ? null : getReport(storedReportId)),
  );
  const latestOnReopen = useRef(onReopen);
  latestOnReopen.current = onReopen;
  useEffect(() => {
    if (storedReport && storedReport.itemId === null) latestOnReopen.current(storedReport);
  }, [storedReport]);
  if (!report || !user) return null;
  const { kind, values } = PRESETS[report.ticketType];
  return (
    <ItemDrawer
      kind={kind}
      user={user}
      preset={{ ...values, location: report.state }}
      reportId={report.id}
      onCreated={({ id }) => onFiled(kind, id)}
      onClose={onClose}
    />
  );
}
