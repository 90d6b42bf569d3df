import { useDocumentTitle } from "@/lib/title";
import { EmptyState } from "@/ui/EmptyState";
import { Page } from "@/ui/Page";
import css from "./HistoryPage.module.css";

export default function HistoryPage() {
  useDocumentTitle("Payments");
  return (
    <Page className={css.page}>
      <h1>Payments</h1>
      <EmptyState title="No payments yet" />
    </Page>
  );
}
