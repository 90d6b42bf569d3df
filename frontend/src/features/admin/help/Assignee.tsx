import type { HelpInquiry } from "@/api/types";
import { useSession } from "@/parts/accounts/useSession";
import { formatMemberName, useMemberNames, useStaff } from "../desk/live/useMemberNames";
import { useActions } from "../queue/actions";
import { patchAssignee } from "./calls";
import css from "./inquiries.module.css";

/** Select that assigns an inquiry to the staff member, a colleague, or no one. */
export function Assignee({ inquiry }: { inquiry: HelpInquiry }) {
  const { apply } = useActions<HelpInquiry>();
  const me = useSession().user?.id;
  const staff = useStaff() ?? [];
  const now = inquiry.desk?.assignedTo ?? null;
  const others = staff.filter(({ id }) => id !== me);
  function assign(memberId: number | null) {
    if (!inquiry.desk) return;
    void apply(inquiry, {
      shown: { desk: { ...inquiry.desk, assignedTo: memberId } },
      send: ({ id }) => patchAssignee(id, memberId, now),
      done: {
        title: "Assigned",
        description: memberId === null ? "The inquiry is unassigned." : "The inquiry was assigned.",
      },
      refused: "Failed to assign the inquiry.",
    });
  }
  return (
    <select
      className={css.assignee}
      aria-label={`Assigned to: inquiry ${inquiry.id}`}
      value={now === null ? "" : String(now)}
      onChange={({ target }) => assign(target.value === "" ? null : Number(target.value))}
    >
      <option value="">Unassigned</option>
      {me !== undefined && <option value={me}>Me</option>}
      {others.map((member) => (
        <option key={member.id} value={member.id}>
          {formatMemberName(member)}
        </option>
      ))}
      {now !== null && now !== me && !others.some(({ id }) => id === now) && (
        <option value={now}>A former colleague</option>
      )}
    </select>
  );
}

/** Name of the staff member to whom a row's inquiry is assigned. */
export function AssigneeName({ id }: { id: number }) {
  const nameOfMember = useMemberNames();
  const name = nameOfMember(id);
  return (
    <>
      {" · "}
      <span className={css.assigneeName} title={`Assigned to ${name}`}>
        {name}
      </span>
    </>
  );
}
