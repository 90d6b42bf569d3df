import { useDocumentTitle } from "@/lib/title";
import { Page } from "@/ui/Page";

export default function LandingPage() {
  useDocumentTitle("Landing");
  return (
    <Page>
      <h1>Landing</h1>
    </Page>
  );
}
