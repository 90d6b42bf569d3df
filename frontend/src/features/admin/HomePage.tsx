import { FilePlus2, ParkingCircle, TrainTrack } from "lucide-react";
import { useCallback, useState } from "react";
import { useSession } from "@/parts/accounts/useSession";
import type { User } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import { useSearchParams } from "@/lib/router";
import { Button } from "@/ui/buttons/Button";
import { Desk } from "./desk/Desk";
import { Overview } from "./overview/Overview";
import SecurityPanel from "./security/SecurityPanel";
import ItemDrawer from "./drivingRecord/forms/ItemDrawer";
import type { Form } from "./drivingRecord/openForm";
import UserDrawer from "./drivingRecord/forms/UserDrawer";
import css from "./HomePage.module.css";
import { SecondFactorNotice } from "./security/SecondFactorNotice";
import { Section } from "./desk/Section";
import { TextRequests } from "./requests/TextRequests";
import { UsersSection } from "./drivingRecord/users/UsersSection";

/** Ticket management: users with their tickets, requests for texts, and the forms. */
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
  const [first, setFirst] = useState<User | null>(null);
  const onListed = useCallback((users: readonly User[]) => setFirst(users[0] ?? null), []);
  const close = () => setForm(null);
  const begin = (kind: ItemKind) => setForm({ form: kind, user: first });
  return (
    <Desk
      title="Back office"
      actions={
        <>
          <Button
            compact
            icon={<FilePlus2 size={18} aria-hidden="true" />}
            onClick={() => begin("ticket")}
          >
            Create Traffic Ticket
          </Button>
          <Button
            variant="secondary"
            compact
            icon={<ParkingCircle size={18} aria-hidden="true" />}
            onClick={() => begin("parking")}
          >
            Create Parking Violation
          </Button>
          <Button
            variant="secondary"
            compact
            icon={<TrainTrack size={18} aria-hidden="true" />}
            onClick={() => begin("toll")}
          >
            Create Toll
          </Button>
        </>
      }
    >
      <div className={css.page}>
        {user && <SecondFactorNotice user={user} />}
        {query.has("security") && <SecurityPanel onClose={closeSecurity} />}
        <Section title="Figures" remember="figures">
          <Overview />
        </Section>
        <UsersSection openForm={setForm} onListed={onListed} />
        <TextRequests />
      </div>
      {form?.form === "user" && <UserDrawer onClose={close} />}
      {form && form.form !== "user" && (
        <ItemDrawer kind={form.form} user={form.user} record={form.record} onClose={close} />
      )}
    </Desk>
  );
}
