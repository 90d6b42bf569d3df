import ParkingCircle from "lucide-react/icons/parking-circle";
import FilePlus2 from "lucide-react/icons/file-plus-2";
import TrainTrack from "lucide-react/icons/train-track";
import { useEffect, useState } from "react";
import type { ItemKind } from "@/lib/paths";
import { useSearchParams } from "@/lib/router";
import { useSession } from "@/parts/accounts/useSession";
import { useUser } from "@/parts/drivingRecord/useRecords";
import { Button } from "@/ui/buttons/Button";
import { Desk } from "./desk/Desk";
import { useReopenedForm } from "./drivingRecord/useReopenedForm";
import ItemDrawer from "./drivingRecord/forms/ItemDrawer";
import UserDrawer from "./drivingRecord/forms/UserDrawer";
import type { Form } from "./drivingRecord/openForm";
import { UsersSection } from "./drivingRecord/users/UsersSection";
import css from "./HomePage.module.css";
import { TextRequests } from "./requests/TextRequests";
import { SecondFactorNotice } from "./security/SecondFactorNotice";
import SecurityPanel from "./security/SecurityPanel";
import { WaitingSection } from "./waiting/WaitingSection";

const FORMS = ["ticket", "parking", "toll", "user"] as const;
const isForm = (word: string | null): word is (typeof FORMS)[number] =>
  FORMS.some((form) => form === word);

/**
 * The start screen of the back office: records that need a response, users with their tickets, text requests, the
 * forms, and the security dashboard.
 */
export default function HomePage() {
  const { user } = useSession();
  const [query, setQuery] = useSearchParams();
  const closeSecurity = () =>
    setQuery(
      (before) => {
        before.delete("security");
        return before;
      },
      { replace: true },
    );
  const [form, setForm] = useState<Form | null>(null);
  // If a user's row is open, a new item is for that user. Otherwise the form asks for the user.
  const openRowId = Number(query.get("row")) || null;
  const { data: openUser } = useUser(openRowId);
  useReopenedForm((form) => {
    if (form.form === "user") setForm({ form: "user" });
    else if (form.form !== "edit") setForm({ ...form, form: form.form });
  });
  const close = () => setForm(null);
  const openItemForm = (kind: ItemKind) =>
    setForm({ form: kind, user: openUser?.role === "driver" ? openUser : null });
  const requestedForm = query.get("new");
  useEffect(() => {
    if (!isForm(requestedForm)) return;
    setForm(
      requestedForm === "user" ? { form: requestedForm } : { form: requestedForm, user: null },
    );
    setQuery(
      (before) => {
        before.delete("new");
        return before;
      },
      { replace: true },
    );
  }, [requestedForm, setQuery]);
  return (
    <Desk
      title="Tickets & users"
      actions={
        <div className={css.creates}>
          <Button
            compact
            icon={<FilePlus2 size={18} aria-hidden="true" />}
            onClick={() => openItemForm("ticket")}
          >
            Create Traffic Ticket
          </Button>
          <Button
            variant="secondary"
            compact
            icon={<ParkingCircle size={18} aria-hidden="true" />}
            onClick={() => openItemForm("parking")}
          >
            Create Parking Violation
          </Button>
          <Button
            variant="secondary"
            compact
            icon={<TrainTrack size={18} aria-hidden="true" />}
            onClick={() => openItemForm("toll")}
          >
            Create Toll
          </Button>
        </div>
      }
    >
      <div className={css.page}>
        {user && (
          <SecondFactorNotice user={user}>
            {query.has("security") && <SecurityPanel onClose={closeSecurity} />}
            <WaitingSection
              below={
                <UsersSection openForm={setForm}>
                  <TextRequests />
                </UsersSection>
              }
            />
          </SecondFactorNotice>
        )}
      </div>
      {form?.form === "user" && <UserDrawer onClose={close} />}
      {form && form.form !== "user" && (
        <ItemDrawer
          kind={form.form}
          user={form.user}
          owner={form.owner}
          record={form.record}
          onClose={close}
        />
      )}
    </Desk>
  );
}
