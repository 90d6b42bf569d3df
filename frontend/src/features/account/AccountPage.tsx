import { useDocumentTitle } from "@/lib/title";
import { EmptyState } from "@/ui/EmptyState";
import { Page } from "@/ui/Page";
import css from "./AccountPage.module.css";

export default function AccountPage() {
  useDocumentTitle("Account");
  return (
    <Page className={css.page}>
      <h1>Account</h1>
      <EmptyState title="Your account" />
    </Page>
  );
}
