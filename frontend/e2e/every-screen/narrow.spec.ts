import { everyScreen } from "../support/layoutFaults";
import { onPhone, test } from "../support/test";

/** 320 pixels is the width of the narrowest phones still in use. */
test.describe("with a 320-pixel-wide window", onPhone, () => {
  test.describe.configure({ timeout: 120_000 });
  everyScreen([{ width: 320, height: 700 }]);
});
