import { everyScreen } from "../support/sound";
import { onPhone, SIZES, test } from "../support/test";

/** Font size at 200 %, set as the browser's default, so that widths in em follow. */
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
