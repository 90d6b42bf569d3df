import type { MissingTicketReport, TicketReportType } from "@/api/types";
import { useUser } from "@/parts/drivingRecord/useRecords";
import ItemDrawer from "./drivingRecord/forms/ItemDrawer";

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
  report: MissingTicketReport;
  onFiled: (kind: Preset["kind"], id: number) => void;
  onClose: () => void;
};

/** The form of the ticket that a driver misses, with what the report says of it. */
export function FileForReport({ report, onFiled, onClose }: Props) {
  const { data: user } = useUser(report.userId);
  const { kind, values } = PRESETS[report.ticketType];
  if (!user) return null;
  return (
    <ItemDrawer
      kind={kind}
      user={user}
      preset={{ ...values, location: report.state }}
      onCreated={({ id }) => onFiled(kind, id)}
      onClose={onClose}
    />
  );
}
