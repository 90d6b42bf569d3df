import { useDocumentTitle } from "@/lib/title";
import { Page } from "@/ui/Page";

export default function PaymentPage() {
  useDocumentTitle("Payment");
  return (
    <Page>
      <h1>Payment</h1>
    </Page>
  );
}
