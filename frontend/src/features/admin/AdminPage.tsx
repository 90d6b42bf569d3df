import { useScreenPath } from "@/lib/router";
import { DeskPages } from "./desk/deskPages";
import { StaffChecks } from "./desk/StaffChecks";
import { NothingHere } from "./NothingHere";
import { Driver, PAGES } from "./pages";

/** Returns the parts of a path below `/admin`. */
const below = (address: string) => address.split("/").slice(2);

const SCREENS = new Map(
  PAGES.flatMap(({ to, Screen }) => (Screen ? [[below(to).join("/"), Screen]] : [])),
);

/** The back office: all its screens in one part of the page that loads on demand. Each screen is in a Desk. */
export default function AdminPage() {
  const place = below(useScreenPath());
  const Screen = SCREENS.get(place.join("/")) ?? NothingHere;
  const isDriver = place[0] === "users" && place.length === 2;
  return (
    <DeskPages value={PAGES}>
      {/* The key remounts the screen for another driver, so that nothing of the previous one stays open. */}
      <StaffChecks>
        {isDriver ? <Driver key={place[1]} id={Number(place[1])} /> : <Screen />}
      </StaffChecks>
    </DeskPages>
  );
}
