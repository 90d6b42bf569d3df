import Scale from "lucide-react/icons/scale";
import { paths } from "@/lib/paths";
import { Link, useScreenPath } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { isLawyer } from "@/parts/accounts/home";
import { useSession } from "@/parts/accounts/useSession";
import { NotFound } from "@/parts/NotFound";
import { buttonClass } from "@/ui/buttons/Button";
import { EmptyState } from "@/ui/layout/EmptyState";
import { Page } from "@/ui/layout/Page";
import { CaseList } from "./CaseList";
import { CasePage } from "./CasePage";

/**
 * The lawyers' pages: their cases, and one case. Drivers and staff see a message that these pages are for lawyers only.
 */
export default function LawyerPage() {
  const { user } = useSession();
  const path = useScreenPath();
  if (!user) return null;
  if (!isLawyer(user)) return <ForLawyersOnly />;
  const id = /^\/lawyer\/cases\/(\d{1,9})$/.exec(path)?.[1];
  // The key remounts the screen for another case, so that nothing stays open from the previous one.
  if (id !== undefined) return <CasePage key={id} id={Number(id)} />;
  return path === paths.lawyer() ? <CaseList /> : <NotFound />;
}

function ForLawyersOnly() {
  useDocumentTitle("Cases");
  return (
    <Page>
      <h1 className="visually-hidden">Cases</h1>
      <EmptyState
        icon={<Scale aria-hidden="true" />}
        title="This area is for lawyers"
        action={
          <Link className={buttonClass()} to={paths.profile()}>
            Go to your driving profile
          </Link>
        }
      >
        Lawyers handle their cases here. Yours are under Legal help.
      </EmptyState>
    </Page>
  );
}
