import { everyScreen } from "../support/sound";
import { test } from "../support/test";

/** Letters at 200 %, as a person's browser is set: the page's widths follow them. */
const LARGE = 32;

test.describe.configure({ timeout: 120_000 });
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${LARGE}`],
    }),
});

everyScreen();
