import { useEffect, useRef } from "react";
import useSWR from "swr";
import type { User } from "@/api/types";
import { getUser } from "@/parts/drivingRecord/calls";
import { getAllParking, getAllTickets, getAllTolls } from "./calls";
import type { ItemRecord } from "./forms/itemCalls";
import type { OpenForm } from "../desk/forms/openForms";
import { useStoredForm } from "../desk/forms/useStoredForm";

/** A reopened form with the current data of its records. */
export type ReopenedForm = Pick<OpenForm, "form"> & {
  user: User | null;
  owner: User | null;
  record?: ItemRecord;
};

const LISTS = { ticket: getAllTickets, parking: getAllParking, toll: getAllTolls };

/** Reads the users and the record of a form that was open; null if the record is gone. */
async function readFormData({
  form,
  userId,
  recordId,
  ownerId,
}: OpenForm): Promise<ReopenedForm | null> {
  const [user, owner] = await Promise.all(
    [userId, ownerId ?? null].map((id) => (id === null ? null : getUser(id))),
  );
  const found = { form, user: user ?? null, owner: owner ?? null };
  if (recordId === undefined || form === "user" || form === "edit") return found;
  const list = userId === null ? [] : await LISTS[form](userId);
  const record = list.find(({ id }) => id === recordId);
  return record ? { ...found, record } : null;
}

/** Reopens the form that was being filled in when the session ended, once the login returns to this page. */
export function useReopenedForm(onReopen: (form: ReopenedForm) => void): void {
  const stored = useStoredForm();
  const opening = useRef(onReopen);
  opening.current = onReopen;
  const { data } = useSWR(
    stored && ["open form", JSON.stringify(stored)],
    () => stored && readFormData(stored),
    {
      keepPreviousData: false,
    },
  );
  useEffect(() => {
    if (data) opening.current(data);
  }, [data]);
}
