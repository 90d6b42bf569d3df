import { useDocumentTitle } from "@/lib/title";
import { EmptyState } from "@/ui/EmptyState";
import { Page } from "@/ui/Page";
import css from "./LegalHelpPage.module.css";

export default function LegalHelpPage() {
  useDocumentTitle("My legal help");
  return (
    <Page className={css.page}>
      <h1>My legal help</h1>
      <EmptyState title="No lawyer hired yet" />
    </Page>
  );
}
