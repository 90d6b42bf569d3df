import type { HelpInquiry } from "@/api/types";
import { useSession } from "@/parts/accounts/useSession";
import { formatMemberName, useMemberNames, useStaff } from "../desk/live/useMemberNames";
import { useActions } from "../queue/actions";
import { patchAssignee } from "./calls";
import css from "./inquiries.module.css";

/** Select that assigns an inquiry to the current staff member, a colleague, or no one. */
export function Assignee({ inquiry }: { inquiry: HelpInquiry }) {
  const { apply } = useActions<HelpInquiry>();
  const ownId = useSession().user?.id;
  const staff = useStaff() ?? [];
  const assigneeId = inquiry.desk?.assignedTo ?? null;
  const others = staff.filter(({ id }) => id !== ownId);
  function assign(memberId: number | null) {
    if (!inquiry.desk) return;
    void apply(inquiry, {
      patch: { desk: { ...inquiry.desk, assignedTo: memberId } },
      send: ({ id }) => patchAssignee(id, memberId, assigneeId),
      successToast: {
        title: "Assigned",
        description: memberId === null ? "The inquiry is unassigned." : "The inquiry was assigned.",
      },
      failureText: "Failed to assign the inquiry.",
    });
  }
  return (
    <select
      className={css.assignee}
      aria-label={`Assigned to: inquiry ${inquiry.id}`}
      value={assigneeId === null ? "" : String(assigneeId)}
      onChange={({ target }) => assign(target.value === "" ? null : Number(target.value))}
    >
      <option value="">Unassigned</option>
      {ownId !== undefined && <option value={ownId}>Me</option>}
      {others.map((member) => (
        <option key={member.id} value={member.id}>
          {formatMemberName(member)}
        </option>
      ))}
      {assigneeId !== null &&
        assigneeId !== ownId &&
        !others.some(({ id }) => id === assigneeId) && (
          <option value={assigneeId}>A former colleague</option>
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
