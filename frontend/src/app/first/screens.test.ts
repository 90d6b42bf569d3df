import { expect, it } from "vitest";
import { placeAt } from "../screens";
import SCREENS from "./screens.json";

it("the files that are fetched early are those of the screen", () => {
  for (const [pathname, module] of Object.entries(SCREENS))
    expect([pathname, placeAt({ pathname, search: "" }).screen.module]).toEqual([pathname, module]);
});
