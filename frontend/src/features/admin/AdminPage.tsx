import { useScreenPath } from "@/lib/router";
import { DeskPages } from "./desk/deskPages";
import { StaffChecks } from "./desk/StaffChecks";
import { NothingHere } from "./NothingHere";
import { Driver, PAGES } from "./pages";

/** Returns the path segments after `/admin`. */
const segmentsBelowAdmin = (address: string) => address.split("/").slice(2);

const SCREENS = new Map(
  PAGES.flatMap(({ to, Screen }) => (Screen ? [[segmentsBelowAdmin(to).join("/"), Screen]] : [])),
);

/**
 * The back office. The code of all its screens loads on demand, in one chunk. Each screen renders
 * inside the Desk component.
 */
export default function AdminPage() {
  const segments = segmentsBelowAdmin(useScreenPath());
  const Screen = SCREENS.get(segments.join("/")) ?? NothingHere;
  const isDriver = segments[0] === "users" && segments.length === 2;
  return (
    <DeskPages value={PAGES}>
      {/* The key remounts the screen for another driver, so that nothing stays open from the previous one. */}
      <StaffChecks>
        {isDriver ? <Driver key={segments[1]} id={Number(segments[1])} /> : <Screen />}
      </StaffChecks>
    </DeskPages>
  );
}
