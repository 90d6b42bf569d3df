import { everyScreen } from "../support/sound";
import { onPhone, test } from "../support/test";

/** The narrowest phone still in use. */
test.describe("at 320 px", onPhone, () => {
  test.describe.configure({ timeout: 120_000 });
  everyScreen([{ width: 320, height: 700 }]);
});
