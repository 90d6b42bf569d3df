import { expect, it } from "vitest";
import { routeAt } from "../screens";
import SCREENS from "./screens.json";

it("preloads the module of the screen that the router shows at each path", () => {
  for (const [pathname, module] of Object.entries(SCREENS))
    expect([pathname, routeAt({ pathname, search: "" }).screen.module]).toEqual([pathname, module]);
});
