import { useDocumentTitle } from "@/lib/title";
import { Page } from "@/ui/Page";

export default function SignupPage() {
  useDocumentTitle("Signup");
  return (
    <Page>
      <h1>Signup</h1>
    </Page>
  );
}
