import CircleCheck from "lucide-react/icons/circle-check";
import Hourglass from "lucide-react/icons/hourglass";
import SearchX from "lucide-react/icons/search-x";
import type { ReactNode } from "react";
import type { MissingTicketReport, ReportStatus } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { lookUpLabel } from "@/lib/labels";
import { FailureNotice } from "@/parts/FailureNotice";
import { Chip, type Tone } from "@/ui/feedback/Chip";
import { Card } from "@/ui/layout/Card";
import css from "./Requests.module.css";

type ReportsResponse = {
  data?: MissingTicketReport[];
  error?: unknown;
  isValidating: boolean;
  mutate: () => Promise<unknown>;
};

const STATUS: Record<ReportStatus, { tone: Tone; icon: ReactNode; text: string }> = {
  Pending: {
    tone: "warn",
    icon: <Hourglass aria-hidden="true" />,
    text: "We’re looking for this ticket. Your driving record updates within 3-5 business days.",
  },
  Found: {
    tone: "good",
    icon: <CircleCheck aria-hidden="true" />,
    text: "We found this ticket. It’ll be on your profile once we add it to your record.",
  },
  "Not Found": {
    tone: "neutral",
    icon: <SearchX aria-hidden="true" />,
    text: "We couldn’t find this ticket. If you have a copy, contact support.",
  },
};

/**
 * Returns the text about a report; undefined for an unknown status. A found ticket is on the profile only if staff have
 * filed it there.
 */
function describeStatus({ status, itemId }: MissingTicketReport): string | undefined {
  if (status === "Found" && itemId !== null) return "We found this ticket. It’s on your profile.";
  return lookUpLabel(STATUS, status)?.text;
}

/** Shows the state of the driver's reports. Renders nothing if there are none. */
export function Reports({ list }: { list: ReportsResponse }) {
  const { data, error } = list;
  if (!data && error)
    return (
      <Card title="Missing tickets you reported" flush>
        <FailureNotice
          error={error}
          mutate={() => list.mutate()}
          isValidating={list.isValidating}
        />
      </Card>
    );
  if (!data || data.length === 0) return null;
  return (
    <Card title="Missing tickets you reported" flush>
      <ul>
        {data.map((report) => (
          <li key={report.id} className={css.report}>
            <div>
              <span className={css.what}>
                {report.ticketType} in {report.state}
              </span>
              <p>
                Reported {formatDate(report.reportedAt)}. {describeStatus(report)}
              </p>
            </div>
            <Chip
              tone={lookUpLabel(STATUS, report.status)?.tone}
              icon={lookUpLabel(STATUS, report.status)?.icon}
            >
              {report.status}
            </Chip>
          </li>
        ))}
      </ul>
    </Card>
  );
}
