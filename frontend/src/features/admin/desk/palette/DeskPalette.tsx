import type { LucideIcon } from "lucide-react";
import ArrowRight from "lucide-react/icons/arrow-right";
import Clock from "lucide-react/icons/clock";
import FileText from "lucide-react/icons/file-text";
import Plus from "lucide-react/icons/plus";
import UserRound from "lucide-react/icons/user-round";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { SearchResults, User } from "@/api/types";
import { paths } from "@/lib/paths";
import { useNavigate } from "@/lib/router";
import { Palette, PaletteGroup, PaletteItem } from "@/ui/desk/Palette";
import { useDeskPages } from "../deskPages";
import { deskPaths } from "../deskPaths";
import { getSearchResults } from "./calls";
import { type Entry, entriesOf, filterEntries } from "./entries";
import { readRecents, rememberEntry } from "./recents";

const SEARCH_DELAY_MS = 60;

const ICONS: Record<Entry["kind"], LucideIcon> = {
  driver: UserRound,
  record: FileText,
  page: ArrowRight,
  action: Plus,
};

const OWN_PAGES = [
  { to: paths.account(), label: "Account" },
  { to: paths.profile(), label: "My driving profile" },
];
const pageEntry = ({ to, label }: { to: string; label: string }): Entry => ({
  id: `page-${to}`,
  kind: "page",
  label,
  to,
});

const ACTIONS: readonly Entry[] = [
  { to: deskPaths.create("ticket"), label: "Create Traffic Ticket" },
  { to: deskPaths.create("parking"), label: "Create Parking Violation" },
  { to: deskPaths.create("toll"), label: "Create Toll" },
  { to: deskPaths.create("user"), label: "Create New User" },
].map(({ to, label }) => ({ id: `action-${to}`, kind: "action", label, to }));

type Props = { user: User; onClose: () => void };

/** The command palette. Finds drivers, records, pages and actions from the first typed character. */
export default function DeskPalette({ user, onClose }: Props) {
  const [query, setQuery] = useState("");
  const navigate = useNavigate();
  const typed = query.trim();
  const { results, isWaiting } = useSearchResults(typed);
  const pages = [...useDeskPages(), ...OWN_PAGES].map(pageEntry);
  const groups = groupsOf(typed, results, user.id, pages);
  const entries = groups.flatMap((group) => group.entries);
  const [value, setValue] = useState("");
  const first = entries[0]?.id ?? "";
  // Selects the first entry, so that Enter opens it unless the user moves to another entry.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query or result starts at its first entry
  useEffect(() => setValue(first), [first, typed]);

  /** Opens the page of an entry, and remembers the entry for the next search. */
  function openEntry(entry: Entry) {
    rememberEntry(user.id, entry);
    onClose();
    navigate(entry.to);
  }
  // True if Enter was pressed before the results arrived. The first result then opens once it arrives.
  const hasPressedEnter = useRef(false);
  useEffect(() => {
    if (isWaiting || !hasPressedEnter.current) return;
    hasPressedEnter.current = false;
    const [firstEntry] = entries;
    if (firstEntry) openEntry(firstEntry);
  });
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" && isWaiting && value === first) {
      event.preventDefault();
      hasPressedEnter.current = true;
    }
  }

  const hasNoResults = typed !== "" && !isWaiting && entries.length === 0;
  return (
    <Palette
      onClose={onClose}
      label="Search everything"
      placeholder="Driver, license, plate, phone, confirmation or page"
      query={query}
      onQuery={setQuery}
      value={value}
      onValue={setValue}
      onKeyDown={onKeyDown}
      emptyText={hasNoResults && "No matches."}
      hint="Use the arrow keys to move, Enter to open and Esc to close."
    >
      {groups.map(({ heading, entries: some }) => (
        <PaletteGroup key={heading} heading={heading}>
          {some.map((entry) => {
            const Icon = heading === RECENT ? Clock : ICONS[entry.kind];
            return (
              <PaletteItem
                key={entry.id}
                value={entry.id}
                icon={<Icon size={18} aria-hidden="true" />}
                label={entry.label}
                detail={entry.detail}
                aside={entry.aside}
                onSelect={() => openEntry(entry)}
              />
            );
          })}
        </PaletteGroup>
      ))}
    </Palette>
  );
}

const RECENT = "Recent";

/**
 * Returns the palette's entries in groups: the recent ones without typed text, otherwise the
 * matches.
 */
function groupsOf(
  typed: string,
  results: SearchResults | undefined,
  staffId: number,
  pages: readonly Entry[],
) {
  const some = results ? entriesOf(results) : [];
  const ofKind = (kind: Entry["kind"]) => some.filter((entry) => entry.kind === kind);
  const groups =
    typed === ""
      ? [
          { heading: RECENT, entries: readRecents(staffId) },
          { heading: "Actions", entries: [...ACTIONS] },
          { heading: "Pages", entries: [...pages] },
        ]
      : [
          { heading: "Drivers", entries: ofKind("driver") },
          { heading: "Records", entries: ofKind("record") },
          { heading: "Actions", entries: filterEntries(ACTIONS, typed) },
          { heading: "Pages", entries: filterEntries(pages, typed) },
        ];
  const seenIds = new Set<string>();
  const isNew = ({ id }: Entry) => !seenIds.has(id) && seenIds.add(id);
  return groups
    .map(({ heading, entries }) => ({ heading, entries: entries.filter(isNew) }))
    .filter(({ entries }) => entries.length > 0);
}

/** Searches on the server after a short pause in typing. Keeps the last result until the next arrives. */
function useSearchResults(typed: string): {
  results: SearchResults | undefined;
  isWaiting: boolean;
} {
  const [sentQuery, setSentQuery] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSentQuery(typed), typed === "" ? 0 : SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isLoading } = useSWR<SearchResults, Error>(
    sentQuery === "" ? null : ["/api/admin/search", sentQuery],
    () => getSearchResults(sentQuery),
    { keepPreviousData: true, ...REVALIDATE_ON_MOUNT },
  );
  return {
    results: typed === "" ? undefined : data,
    isWaiting: typed !== "" && (sentQuery !== typed || isLoading),
  };
}
