import { useDocumentTitle } from "@/lib/title";
import { Page } from "@/ui/Page";

export default function ProfilePage() {
  useDocumentTitle("Profile");
  return (
    <Page>
      <h1>Profile</h1>
    </Page>
  );
}
