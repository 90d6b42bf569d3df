import { useDocumentTitle } from "@/lib/title";
import { Page } from "@/ui/Page";

export default function AdminPage() {
  useDocumentTitle("Admin");
  return (
    <Page>
      <h1>Admin</h1>
    </Page>
  );
}
