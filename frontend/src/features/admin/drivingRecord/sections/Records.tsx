import type { ReactNode } from "react";
import useSWR from "swr";
import type { ListCall } from "@/api/listCalls";
import { centsOf, formatCents } from "@/lib/money";
import { displayPhone } from "@/lib/phone";
import { Link } from "@/lib/router";
import { Chip } from "@/ui/feedback/Chip";
import { deskPaths } from "../../desk/deskPaths";
import { RelativeTime } from "../../desk/RelativeTime";
import { HIRES, INQUIRIES, PAYMENT_SUMS, PAYMENTS, REPORTS, TEXTS } from "../calls";
import { PagedCard } from "./PagedCard";
import css from "./PagedCard.module.css";
import { formatCounts, usePageInAddress } from "./paged";
import { useRecordsOf } from "./useRecordsOf";

/**
 * A driver's payments, hires, inquiries, reports and requests for texts, one card per kind. Each record links to where
 * staff work on it.
 */
export function Records({ userId }: { userId: number }) {
  return (
    <>
      <Payments userId={userId} />
      <WorkCard
        userId={userId}
        title="Lawyer hires"
        name="hires"
        call={HIRES}
        toLine={(hire) => ({
          to: deskPaths.hires(linkTo(hire)),
          title: hire.violationType ?? "Lawyer hired",
          detail: hire.confirmationNumber,
          status: hire.status,
          at: hire.createdAt,
          amount: formatCents(centsOf(hire.amount)),
        })}
      />
      <WorkCard
        userId={userId}
        title="Help inquiries"
        name="inquiries"
        call={INQUIRIES}
        toLine={(inquiry) => ({
          to: deskPaths.helpInquiries(linkTo(inquiry)),
          title: inquiry.type === "chat" ? "Chat request" : "Callback request",
          detail: inquiry.message,
          status: inquiry.status === "pending" ? "Pending" : "Resolved",
          at: inquiry.createdAt,
        })}
      />
      <WorkCard
        userId={userId}
        title="Missing ticket reports"
        name="reports"
        call={REPORTS}
        toLine={(report) => ({
          to: deskPaths.missingTickets(linkTo(report)),
          title: report.ticketType,
          detail: report.state,
          status: report.status,
          at: report.reportedAt,
        })}
      />
      <WorkCard
        userId={userId}
        title="Text notification requests"
        name="texts"
        call={TEXTS}
        toLine={(text) => ({
          to: deskPaths.textRequests(text.id),
          title: displayPhone(text.phoneNumber),
          status: text.isSent ? "Sent" : "Pending",
          at: text.requestedAt,
        })}
      />
    </>
  );
}

/** Query that finds a record by its id and opens it in its list. */
const linkTo = ({ id }: { id: number }) => ({ q: String(id), row: id });

type RecordLine = {
  to: string;
  title: string;
  detail?: string | null;
  status: string;
  at: string;
  amount?: string;
};

function RecordRow({ id, record, isOpen }: { id: number; record: RecordLine; isOpen: boolean }) {
  return (
    <>
      <div className={css.what}>
        <p>
          <Link to={record.to}>{record.title}</Link> <span className={css.soft}>#{id}</span>
        </p>
        {record.detail && <p className={css.detail}>{record.detail}</p>}
      </div>
      <Chip tone={isOpen ? "warn" : "neutral"}>{record.status}</Chip>
      <div className={css.end}>
        {record.amount && <p className={css.amount}>{record.amount}</p>}
        <RelativeTime at={record.at} />
      </div>
    </>
  );
}

type WorkProps<T> = {
  userId: number;
  title: string;
  /** Name of the URL parameter that holds this card's page number. */
  name: string;
  call: ListCall<T>;
  toLine: (row: T) => RecordLine;
};

/** A card of records that staff work on. */
function WorkCard<T extends { id: number; isSolved: boolean }>(props: WorkProps<T>) {
  const { userId, title, name, call, toLine } = props;
  const [page, setPage] = usePageInAddress(name);
  const { data, error, mutate } = useRecordsOf(call, userId, page);
  return (
    <PagedCard
      title={title}
      summary={data && formatCounts(data.total, data.open)}
      slice={data}
      error={error}
      onRetry={() => void mutate()}
      onPage={setPage}
      renderLine={(row): ReactNode => (
        <RecordRow id={row.id} record={toLine(row)} isOpen={!row.isSolved} />
      )}
    />
  );
}

/** The driver's card payments, with their total. */
function Payments({ userId }: { userId: number }) {
  const [page, setPage] = usePageInAddress("payments");
  const { data, error, mutate } = useRecordsOf(PAYMENTS, userId, page, false);
  const sums = useSWR([PAYMENT_SUMS.url, userId], () =>
    PAYMENT_SUMS.read({ userId: String(userId) }),
  ).data;
  const back =
    sums && sums.refunded !== "0.00" && `, ${formatCents(centsOf(sums.refunded))} refunded`;
  const sum = sums && data?.total ? ` · ${formatCents(centsOf(sums.totalValue))}${back || ""}` : "";
  return (
    <PagedCard
      title="Payments"
      summary={data && `${formatCounts(data.total, 0, "payment")}${sum}`}
      slice={data}
      error={error}
      onRetry={() => void mutate()}
      onPage={setPage}
      renderLine={(paid): ReactNode => (
        <RecordRow
          id={paid.id}
          isOpen={false}
          record={{
            to: deskPaths.transactions(linkTo(paid)),
            title: paid.violationType ?? "Payment",
            detail: paid.confirmationNumber,
            status: paid.status,
            at: paid.createdAt,
            amount: formatCents(centsOf(paid.amount)),
          }}
        />
      )}
    />
  );
}
