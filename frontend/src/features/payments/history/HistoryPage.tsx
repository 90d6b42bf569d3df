import SearchX from "lucide-react/icons/search-x";
import { useCallback, useMemo, useState } from "react";
import type { PaidItem } from "@/api/types";
import { centsOf, formatCents } from "@/lib/money";
import { type PaymentKind, paths } from "@/lib/paths";
import { Link, useSearchParams } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { useSession } from "@/parts/accounts/useSession";
import { FailureNotice } from "@/parts/FailureNotice";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Card } from "@/ui/layout/Card";
import { EmptyState } from "@/ui/layout/EmptyState";
import { Page } from "@/ui/layout/Page";
import { Filters } from "./Filters";
import css from "./HistoryPage.module.css";
import { groupByMonth } from "./months";
import { PaidRow } from "./PaidRow";
import { type Filter, useHistory, useYearTotal } from "./useHistory";

const TYPES: readonly PaymentKind[] = ["ticket", "parking", "toll", "lawyer"];

/** The page with all payments of a driver, including those for items that the profile no longer lists. */
export default function HistoryPage() {
  useDocumentTitle("Payments");
  const { user } = useSession();
  if (!user) return null;
  return <History userId={user.id} />;
}

/** Reads and sets the filter in the URL, so that Back returns to the same list. */
function useFilter() {
  const [query, setQuery] = useSearchParams();
  const type = TYPES.find((known) => known === query.get("type")) ?? null;
  const q = query.get("q")?.trim().slice(0, 100) ?? "";
  const filter = useMemo<Filter>(() => ({ type, q }), [type, q]);
  const setFilter = useCallback(
    (next: Filter) => {
      const present = { ...(next.type && { type: next.type }), ...(next.q && { q: next.q }) };
      setQuery(present, { replace: true });
    },
    [setQuery],
  );
  return { filter, setFilter };
}

function History({ userId }: { userId: number }) {
  const { filter, setFilter } = useFilter();
  const [pageCount, setPageCount] = useState(1);
  const applyFilter = useCallback(
    (next: Filter) => {
      setPageCount(1);
      setFilter(next);
    },
    [setFilter],
  );
  const [text, setText] = useState(filter.q);
  return (
    <Page width="list" className={css.page}>
      <header className={css.head}>
        <h1>Payments</h1>
        <ThisYear userId={userId} />
      </header>
      <Filters filter={filter} onFilter={applyFilter} text={text} onText={setText} />
      <PaymentList
        userId={userId}
        filter={filter}
        slices={pageCount}
        onMore={() => setPageCount(pageCount + 1)}
        onClear={() => {
          applyFilter({ type: null, q: "" });
          setText("");
        }}
      />
    </Page>
  );
}

/**
 * Total charged to cards this year, minus refunds and chargebacks. Stays empty while the total loads, if loading fails,
 * or if the total is zero.
 */
function ThisYear({ userId }: { userId: number }) {
  const { data } = useYearTotal(userId);
  const cents = data ? centsOf(data.charged) : 0;
  return (
    <p className={css.year}>
      {data && cents > 0 && `${formatCents(cents)} paid by card in ${data.year}`}
    </p>
  );
}

type ListProps = {
  userId: number;
  filter: Filter;
  slices: number;
  onMore: () => void;
  onClear: () => void;
};

function PaymentList({ userId, filter, slices, onMore, onClear }: ListProps) {
  const { data, error, isValidating, mutate } = useHistory(userId, filter, slices);
  const retry = () => void mutate();
  if (!data && error)
    return <FailureNotice error={error} mutate={retry} isValidating={isValidating} />;
  if (!data) return <PaymentsLoading />;
  const { items, hasMore } = data;
  if (items.length === 0) return <NoPayments filter={filter} onClear={onClear} />;
  return (
    <div className={css.months} aria-busy={isValidating}>
      {groupByMonth(items).map((month) => (
        <section key={month.name} aria-label={month.name}>
          <h2 className={css.month}>{month.name}</h2>
          <Card flush>
            <ul>
              {month.items.map((item) => (
                <PaidRow key={keyOf(item)} item={item} />
              ))}
            </ul>
          </Card>
        </section>
      ))}
      {error && (
        <>
          <Alert>We couldn’t load the whole list. Nothing was lost. Please try again.</Alert>
          <Button variant="secondary" onClick={retry} loading={isValidating}>
            Try again
          </Button>
        </>
      )}
      {hasMore && !error && (
        <Button variant="secondary" onClick={onMore} loading={isValidating}>
          Load more
        </Button>
      )}
    </div>
  );
}

/**
 * The key includes the confirmation number. Payments of the same item without a transaction or hire, such as one that
 * staff recorded, would otherwise have the same key.
 */
const keyOf = ({ type, transactionId, hireId, itemId, confirmationNumber }: PaidItem) =>
  [type, transactionId, hireId, itemId, confirmationNumber].join("-");

function NoPayments({ filter, onClear }: { filter: Filter; onClear: () => void }) {
  if (filter.type || filter.q) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden="true" />}
        title="No matching payments"
        action={
          <Button variant="secondary" onClick={onClear}>
            Show all payments
          </Button>
        }
      >
        Try another search or another type.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No payments yet"
      action={
        <Link className={buttonClass({ variant: "secondary" })} to={paths.profile()}>
          Go to your driving profile
        </Link>
      }
    >
      Your payments and receipts show up here. They stay here even after a ticket or toll leaves
      your profile.
    </EmptyState>
  );
}

function PaymentsLoading() {
  return (
    <Loading label="Loading payments">
      <div className={css.waiting}>
        {["a", "b", "c"].map((row) => (
          <Skeleton key={row} height="7.5rem" />
        ))}
      </div>
    </Loading>
  );
}
