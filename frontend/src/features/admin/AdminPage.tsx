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

/** The back office. The code of all its screens loads on demand, at once. Each screen renders inside a Desk. */
export default function AdminPage() {
  const place = segmentsBelowAdmin(useScreenPath());
  const Screen = SCREENS.get(place.join("/")) ?? NothingHere;
  const isDriver = place[0] === "users" && place.length === 2;
  return (
    <DeskPages value={PAGES}>
      {/* The key remounts the screen for another driver, so that nothing stays open from the previous one. */}
      <StaffChecks>
        {isDriver ? <Driver key={place[1]} id={Number(place[1])} /> : <Screen />}
      </StaffChecks>
    </DeskPages>
  );
}
