import Download from "lucide-react/icons/download";
import ExternalLink from "lucide-react/icons/external-link";
import { useEffect, useRef } from "react";
import useSWR from "swr";
import { download, openTab } from "@/api/download";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { EnvironmentFinding, FindingLevel } from "@/api/types";
import { Link } from "@/lib/router";
import { formatCount, humanize, lookUpLabel } from "@/lib/labels";
import { FailureNotice } from "@/parts/FailureNotice";
import { Button } from "@/ui/buttons/Button";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import { cx } from "@/ui/cx";
import { Alert } from "@/ui/feedback/Alert";
import { Chip, type Tone } from "@/ui/feedback/Chip";
import shapes from "@/ui/layout/shapes.module.css";
import { deskPaths } from "../desk/deskPaths";
import { Figures } from "../desk/Figures";
import { asList } from "../table/data/asList";
import { ListTable } from "../table/ListTable";
import { BlockedContent } from "./BlockedContent";
import { BlockedIps } from "./BlockedIps";
import { DASHBOARD, getDashboard, reportUrl } from "./calls";
import { EVENT_COLUMNS, eventId } from "./eventColumns";
import css from "./security.module.css";

const REFRESH_MS = 30_000;

/** The security dashboard, refreshed every 30 seconds while visible (docs/product/security.md#security-dashboard). */
export default function SecurityPanel({ onClose }: { onClose: () => void }) {
  const { data, error, isValidating, mutate } = useSWR(DASHBOARD, getDashboard, {
    refreshInterval: REFRESH_MS,
    refreshWhenHidden: false,
    ...REVALIDATE_ON_MOUNT,
  });
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const counts = data?.summary.eventsBySeverity;
  return (
    <section className={cx(shapes.surface, css.panel)} aria-label="Security Dashboard">
      <header className={cx(shapes.spread, css.head)}>
        <h2 className={css.title} ref={title} tabIndex={-1}>
          Security Dashboard
        </h2>
        <div className={css.actions}>
          <DownloadLink
            opensTab
            variant="secondary"
            compact
            href={reportUrl()}
            onDownload={openTab}
            failureText="We couldn’t open the report. Please try again."
            icon={<ExternalLink size={18} aria-hidden="true" />}
          >
            Export Security Report
          </DownloadLink>
          {(["csv", "json"] as const).map((format) => (
            <DownloadLink
              key={format}
              variant="text"
              compact
              href={reportUrl(format)}
              onDownload={download}
              failureText="We couldn’t download the file. Please try again."
              icon={<Download size={18} aria-hidden="true" />}
            >
              {format.toUpperCase()}
            </DownloadLink>
          ))}
          <Button variant="text" compact onClick={onClose}>
            Close
          </Button>
        </div>
      </header>
      {error && data && (
        <Alert title="This may be out of date">
          We couldn’t load the latest data. We’re trying again every 30 seconds.
        </Alert>
      )}
      {error && !data ? (
        <FailureNotice {...{ error, mutate, isValidating }} />
      ) : (
        <>
          <Figures
            label="The last 24 hours"
            figures={[
              { name: "Total events (24h)", value: formatCount(data?.summary.totalEvents) },
              {
                name: "High and critical",
                value: formatCount(counts && counts.high + counts.critical),
              },
              { name: "Medium", value: formatCount(counts?.medium) },
              { name: "Blocked IPs", value: formatCount(data?.summary.blockedIPs.length) },
            ]}
          />
          {data && <Findings findings={data.environmentSecurity} />}
          <div className={css.part}>
            <div className={cx(shapes.spread, css.head)}>
              <h3 className={css.partTitle}>Latest events</h3>
              <Link className={css.all} to={deskPaths.events()}>
                All events
              </Link>
            </div>
            <ListTable
              list={asList(data?.recentEvents, () => mutate())}
              columns={EVENT_COLUMNS}
              idOf={eventId}
              label="Latest security events"
              empty="No security data available"
              paged={false}
            />
          </div>
          {data && <BlockedContent counts={data.cspReports} />}
          {data && <BlockedIps blocks={data.summary.blockedIPs} onChange={() => void mutate()} />}
        </>
      )}
    </section>
  );
}

const LEVELS: Readonly<Record<FindingLevel, Tone>> = {
  error: "bad",
  warning: "warn",
  info: "info",
};

function Findings({ findings }: { findings: readonly EnvironmentFinding[] }) {
  return (
    <div className={css.part}>
      <h3 className={css.partTitle}>Environment security</h3>
      {findings.length === 0 ? (
        <p className={css.soft}>No issues found.</p>
      ) : (
        <ul className={css.list}>
          {findings.map(({ level, message }) => (
            <li className={css.finding} key={message}>
              <span>
                <Chip tone={lookUpLabel(LEVELS, level) ?? "neutral"}>{humanize(level)}</Chip>
              </span>
              <span>{message}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
