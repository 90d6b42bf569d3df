import Download from "lucide-react/icons/download";
import { useState } from "react";
import useSWR from "swr";
import { download } from "@/api/download";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { Books as BooksData } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { formatCount } from "@/lib/labels";
import { centsOf, formatDecimal } from "@/lib/money";
import { FailureNotice } from "@/parts/FailureNotice";
import { failureText, isRefusal } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import { cx } from "@/ui/cx";
import { Alert } from "@/ui/feedback/Alert";
import shapes from "@/ui/layout/shapes.module.css";
import { Figures } from "../../desk/Figures";
import { RelativeTime } from "../../desk/RelativeTime";
import { QueueDesk } from "../../queue/view/QueueDesk";
import { dollars } from "../../queue/format";
import { BOOKS_FILE, BOOKS_KEY, getBooks, postReconciliation } from "../calls";
import css from "./BooksPage.module.css";
import { sumOf } from "./bookLabels";
import { Differences } from "./Differences";
import { Months } from "./Months";
import { TrialBalance } from "./TrialBalance";

/**
 * The page of the books: movements of money, who owns the money, and differences from the payment
 * provider's records.
 */
export default function BooksPage() {
  return (
    <QueueDesk title="Accounting">
      <Books />
    </QueueDesk>
  );
}

function Books() {
  const { data, error, isValidating, mutate } = useSWR(BOOKS_KEY, getBooks, {
    ...REVALIDATE_ON_MOUNT,
  });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ isRefused: boolean; text: string } | null>(null);

  async function reconcile() {
    setBusy(true);
    setFailure(null);
    try {
      // Repeats the call until the provider's whole list is read or a call fails. If the provider is slow, each call
      // reads only part of the list, and the next call resumes there.
      let books: BooksData;
      do {
        books = await postReconciliation();
        await mutate(books, { revalidate: false });
      } while (isReading(books));
    } catch (thrown) {
      setFailure({ isRefused: isRefusal(thrown), text: failureText(thrown) });
    } finally {
      setBusy(false);
    }
  }
  if (error && !data) return <FailureNotice {...{ error, mutate, isValidating }} />;
  return (
    <>
      <div className={cx(shapes.spread, css.bar)}>
        <div className={css.actions}>
          <DownloadLink
            variant="text"
            compact
            href={BOOKS_FILE}
            onDownload={download}
            failureText="The file didn’t download. Please try again."
            icon={<Download size={18} aria-hidden="true" />}
          >
            Export CSV
          </DownloadLink>
          <Button variant="secondary" compact loading={busy} onClick={() => void reconcile()}>
            Reconcile now
          </Button>
        </div>
        <p className={css.soft} role="status">
          {data && <Reconciliation books={data} />}
        </p>
      </div>
      {failure && (
        <Alert
          title={
            failure.isRefused
              ? "We couldn’t reconcile the books"
              : "We couldn’t confirm the reconciliation"
          }
        >
          {failure.text}
        </Alert>
      )}
      {failure && isReading(data) && (
        <p className={css.soft}>
          We saved what we read so far. Click Reconcile now to continue, or wait for the next
          automatic reconciliation.
        </p>
      )}
      {data && !data.isBalanced && (
        <Alert title="The trial balance doesn’t add up">
          Debits and credits don’t match. Please contact your technical team.
        </Alert>
      )}
      <Figures label="Balances" figures={figuresOf(data)} />
      <Differences
        differences={data?.differences}
        isReconciled={data ? data.matchedAt !== null : true}
      />
      <Months months={data?.months} total={data?.total} />
      <TrialBalance balance={data?.balance} />
      {data?.lawyersOwedSince && (
        <p className={css.soft}>
          Since {formatDate(data.lawyersOwedSince)}, we hold payments for lawyers for drivers and
          lawyers. Earlier payments for lawyers still count as our revenue.
        </p>
      )}
      <p className={css.soft}>
        This page counts only money that actually moved, such as charges, refunds and payouts.
        Processing and service fees that drivers weren’t charged aren’t included.
      </p>
    </>
  );
}

/** Whether the server hasn't finished reading the provider's list. */
const isReading = (books: BooksData | undefined) => typeof books?.reading === "number";

function Reconciliation({ books }: { books: BooksData }) {
  if (isReading(books)) {
    return <>Reading the payment provider’s records: {formatCount(books.reading ?? 0)} so far</>;
  }
  if (books.matchedAt === null) return <>Not reconciled with the payment provider yet.</>;
  return (
    <>
      Reconciled with the payment provider{" "}
      <RelativeTime at={books.matchedAt} nowText="just now" isLong />:{" "}
      {books.faults === 0
        ? "no differences"
        : `${formatCount(books.faults)} difference${books.faults === 1 ? "" : "s"}`}
    </>
  );
}

/** Computes the page's figures. Amounts owed are negative in the ledger but shown as positive. */
function figuresOf(books: BooksData | undefined) {
  const formatAmount = (cents: number) => dollars(formatDecimal(cents));
  const sumOfAccounts = (...accounts: Parameters<typeof sumOf>[1]) =>
    books && sumOf(books.balance, accounts);
  const owed = sumOfAccounts("traffic_fines", "parking_fines", "tolls");
  const ours = books && centsOf(books.total.ours);
  const lawyers = books && centsOf(books.total.heldForLawyers);
  const recover = sumOfAccounts("to_recover");
  const held = sumOfAccounts("with_banks");
  const drivers = sumOfAccounts("to_return");
  const provider = sumOfAccounts("provider");
  const question = sumOfAccounts("in_question");
  return [
    {
      name: "Payment provider balance",
      value: provider === undefined ? undefined : formatAmount(provider),
      note: Boolean(question) && <>includes {formatAmount(-(question ?? 0))} unexplained</>,
    },
    {
      name: "Owed to authorities",
      value: owed === undefined ? undefined : formatAmount(-owed),
      note: Boolean(recover) && (
        <>{formatAmount(recover ?? 0)} to recover from authorities and lawyers</>
      ),
    },
    {
      name: "Owed to drivers",
      value: drivers === undefined ? undefined : formatAmount(-drivers),
      note: Boolean(held) && <>not including {formatAmount(held ?? 0)} in open chargebacks</>,
    },
    { name: "Held for lawyers", value: lawyers === undefined ? undefined : formatAmount(lawyers) },
    { name: "Net revenue", value: ours === undefined ? undefined : formatAmount(ours) },
  ];
}
