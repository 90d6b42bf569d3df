import { formatDriverName, type RecordOwner } from "../desk/driver";
import type { Fact } from "../queue/declaration";
import type { Column } from "../table/columns";

type Person = { id: number; username: string; fullName: string | null };

/** Returns the driver of a record that is stored in the user's own row, such as a status request. */
export const ownerOf = ({ id, username, fullName }: Person): RecordOwner => ({
  userId: id,
  driverName: fullName ?? username,
});
export const formatPersonName = (person: Person) => formatDriverName(ownerOf(person));

/** Columns for lists of requests that are stored in the user's own row. */
export const PERSON_COLUMNS: readonly Column<Person>[] = [
  { id: "id", title: "User ID", card: "title", cell: (person) => person.id },
  { id: "name", title: "Full Name", card: "title", wide: true, cell: (p) => p.fullName ?? "—" },
  { id: "username", title: "Username", wide: true, cell: (person) => person.username },
];

export const personFacts = ({ id, username }: Pick<Person, "id" | "username">): readonly Fact[] => [
  { name: "User ID", value: id },
  { name: "Username", value: username },
];
