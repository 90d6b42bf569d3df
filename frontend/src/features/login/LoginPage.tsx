import { useDocumentTitle } from "@/lib/title";
import { Page } from "@/ui/Page";

export default function LoginPage() {
  useDocumentTitle("Login");
  return (
    <Page>
      <h1>Login</h1>
    </Page>
  );
}
