import { useDocumentTitle } from "@/lib/title";
import { Page } from "@/ui/Page";

export default function ConfirmationPage() {
  useDocumentTitle("Confirmation");
  return (
    <Page>
      <h1>Confirmation</h1>
    </Page>
  );
}
