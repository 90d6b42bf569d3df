import { everyScreen } from "../support/layoutFaults";
import { onPhone, SIZES, test } from "../support/test";

/** Font size at 200 %, in pixels. Set as the browser's default, so that the page's breakpoints in em change too. */
const LARGE = 32;

test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${LARGE}`],
    }),
});

test.describe("with text at 200 %", onPhone, () => {
  test.describe.configure({ timeout: 120_000 });
  everyScreen([SIZES.phone, SIZES.desktop]);
});
