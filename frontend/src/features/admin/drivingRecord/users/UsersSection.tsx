import UserPlus from "lucide-react/icons/user-plus";
import type { ReactNode } from "react";
import type { User } from "@/api/types";
import { files } from "@/lib/paths";
import { Button } from "@/ui/buttons/Button";
import { DelayedControls } from "@/ui/layout/DelayedControls";
import { Section } from "../../desk/Section";
import { SEARCH_HINT } from "../../queue/format";
import { FEW_CARDS, PAGE_SIZE } from "../../table/data/listState";
import { useDeskList } from "../../table/data/useDeskList";
import { useFirstRow } from "../../table/data/useFirstRow";
import { ListTable } from "../../table/ListTable";
import { useColumnLayout } from "../../table/layout/columnLayout";
import { ListTools } from "../../table/tools/ListTools";
import { useWide } from "../../table/useWide";
import { ViewMenu } from "../../table/views/ViewMenu";
import { USERS } from "../calls";
import type { OpenForm } from "../openForm";
import { VerifyListed } from "../verification/VerifyListed";
import { UserPanel } from "./UserPanel";
import { USER_COLUMNS } from "./userColumns";

const FILTERS = ["licenseStatus", "role", "needsUpdate", "unverified"];
const SPECS = [
  {
    name: "licenseStatus",
    label: "License status",
    options: [
      { value: "unknown", label: "Unknown" },
      { value: "active", label: "Active" },
      { value: "suspended", label: "Suspended" },
    ],
  },
  {
    name: "needsUpdate",
    label: "Last updated",
    options: [{ value: "true", label: "Never updated" }],
  },
  {
    name: "unverified",
    label: "Verification",
    options: [
      { value: "plate", label: "Plate not verified" },
      { value: "license", label: "License not verified" },
    ],
  },
];
const idOf = (user: User) => user.id;

type Props = { openForm: OpenForm; children: ReactNode };

/** Search and table of users, with a panel for the open user. Children are rendered below the table. */
export function UsersSection({ openForm, children }: Props) {
  const list = useDeskList<User>({
    call: USERS,
    filters: FILTERS,
    pageSize: useWide() ? PAGE_SIZE : FEW_CARDS,
  });
  const { state, set } = list;
  const layout = useColumnLayout(USERS.url, USER_COLUMNS);
  const onOpen = (user: User) => set({ row: state.row === user.id ? null : user.id });
  const onEnter = useFirstRow(list, idOf, onOpen);
  return (
    <>
      <Section title="Search Users in Database">
        <ListTools
          state={state}
          set={set}
          search={{
            label: "Search users",
            placeholder: "Name, license, plate, phone, email or user ID",
            hint: SEARCH_HINT,
          }}
          filters={SPECS}
          onEnter={onEnter}
          exportHref={files.export("users", list.filter)}
        >
          <VerifyListed list={list} />
          <ViewMenu layout={layout} list={USERS.url} />
          <Button
            variant="secondary"
            compact
            icon={<UserPlus size={18} aria-hidden="true" />}
            onClick={() => openForm({ form: "user" })}
          >
            Create New User
          </Button>
        </ListTools>
        <ListTable
          list={list}
          columns={layout.columns}
          widths={layout.widths}
          idOf={idOf}
          label="Users"
          onOpen={onOpen}
          empty="No users found matching your search."
          noMatch="No users found matching your search."
        />
        {state.row !== null && (
          <UserPanel
            key={state.row}
            userId={state.row}
            openForm={openForm}
            onClose={() => set({ row: null })}
          />
        )}
      </Section>
      <DelayedControls isLayoutFinal={!list.isLoading}>{children}</DelayedControls>
    </>
  );
}
