import FilePlus2 from "lucide-react/icons/file-plus-2";
import Pencil from "lucide-react/icons/pencil";
import { type ComponentType, useState } from "react";
import { ApiError } from "@/api/client";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { useUser } from "@/parts/drivingRecord/useRecords";
import { FailureNotice } from "@/parts/FailureNotice";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Loading } from "@/ui/feedback/Loading";
import { Card } from "@/ui/layout/Card";
import { EmptyState } from "@/ui/layout/EmptyState";
import { Desk } from "../../desk/Desk";
import { Notes } from "../../queue/notes/Notes";
import { useReopenedForm } from "../useReopenedForm";
import ItemDrawer from "../forms/ItemDrawer";
import type { OpenForm } from "../openForm";
import { Records } from "../sections/Records";
import { UpdateAll } from "../users/UpdateAll";
import { UserTickets } from "../users/UserTickets";
import users from "../users/users.module.css";
import { Verification } from "../verification/Verification";
import { ParkingAndTolls } from "./ParkingAndTolls";
import css from "./DriverPage.module.css";
import { EditDriver } from "./EditDriver";
import { EndSessions } from "./EndSessions";
import { Facts } from "./Facts";
import { Timeline } from "./Timeline";

type FormToOpen = Parameters<OpenForm>[0] | { form: "edit" };

type Props = {
  id: number;
  /** The driver's notices and replies, a component of another feature. */
  Notices: ComponentType<{ userId: number }>;
};

/** The page with everything about one driver. */
export default function DriverPage({ id, Notices }: Props) {
  const isValidId = Number.isInteger(id) && id > 0;
  const { data: user, error, isLoading, mutate } = useUser(isValidId ? id : null);
  const [openForm, setOpenForm] = useState<FormToOpen | null>(null);
  useReopenedForm((form) => {
    if (form.form === "edit") setOpenForm({ form: "edit" });
    else if (form.form !== "user") setOpenForm({ ...form, form: form.form });
  });
  const close = () => setOpenForm(null);
  const missing = !isValidId || (error instanceof ApiError && error.status === 404);
  const name = user ? user.fullName || user.username : `User ${isValidId ? id : ""}`;

  return (
    <Desk
      title={missing ? "User not found" : name}
      actions={
        user && (
          <>
            <Button
              compact
              icon={<FilePlus2 size={18} aria-hidden="true" />}
              onClick={() => setOpenForm({ form: "ticket", user })}
            >
              New ticket
            </Button>
            <Button
              variant="secondary"
              compact
              onClick={() => setOpenForm({ form: "parking", user })}
            >
              New parking ticket
            </Button>
            <Button variant="secondary" compact onClick={() => setOpenForm({ form: "toll", user })}>
              New toll
            </Button>
          </>
        )
      }
    >
      {missing ? (
        <EmptyState
          title="We couldn’t find a user with this ID"
          action={
            <Link className={buttonClass()} to={paths.admin()}>
              Search users
            </Link>
          }
        >
          Check the ID and try again.
        </EmptyState>
      ) : error ? (
        <FailureNotice {...{ error, mutate }} />
      ) : isLoading || !user ? (
        <Loading label="Loading driver" height="20rem" />
      ) : (
        <div className={css.page}>
          <div className={css.side}>
            <Facts user={user}>
              <Button
                variant="secondary"
                compact
                className={users.dense}
                icon={<Pencil size={16} aria-hidden="true" />}
                onClick={() => setOpenForm({ form: "edit" })}
              >
                Edit driver
              </Button>
              <UpdateAll user={user} />
              {user.role === "driver" && <EndSessions user={user} />}
              <Link
                className={buttonClass({ variant: "text", compact: true })}
                to={paths.profile({ user: user.id })}
              >
                View as driver
              </Link>
            </Facts>
            {user.role === "driver" && <Verification user={user} />}
            <Card title="Internal notes">
              <Notes key={user.id} kind="user" id={user.id} isInCard />
            </Card>
          </div>
          <div className={css.main}>
            <UserTickets userId={user.id} openForm={setOpenForm} />
            <ParkingAndTolls user={user} openForm={setOpenForm} />
            {user.role === "driver" && <Notices userId={user.id} />}
            <Records userId={user.id} />
            <Timeline userId={user.id} />
          </div>
        </div>
      )}
      {openForm?.form === "edit" && user && <EditDriver user={user} onClose={close} />}
      {openForm && openForm.form !== "edit" && openForm.form !== "user" && (
        <ItemDrawer
          kind={openForm.form}
          user={openForm.user}
          owner={openForm.owner}
          record={openForm.record}
          onClose={close}
        />
      )}
    </Desk>
  );
}
