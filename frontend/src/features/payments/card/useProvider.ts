import { useEffect, useMemo, useState } from "react";
import { useConfig } from "@/parts/config/useConfig";
import { isSandboxScript, loadProvider } from "./provider";
import { describeOutage, NO_CARD_FORM } from "./startFailure";
import type { Stripe } from "./stripeTypes";

/** Loads the provider's script once the server has returned its URL. `retry` loads it again after a failure. */
export function useProvider() {
  const { data: config, error: configError, mutate } = useConfig();
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    if (!config) return;
    let isUnmounted = false;
    setFailed(false);
    loadProvider(config).then(
      (loaded) => !isUnmounted && setStripe(loaded),
      (error: unknown) => {
        console.warn("the payment provider's script did not load", error);
        if (!isUnmounted) setFailed(true);
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [config, attempt]);

  function retry() {
    if (config) setAttempt((count) => count + 1);
    else void mutate();
  }
  // Memoized, because each new failure object shows a toast.
  const failure = useMemo(() => {
    if (failed) return NO_CARD_FORM;
    return !config && configError ? describeOutage(configError) : null;
  }, [failed, config, configError]);
  const isStandIn = config !== undefined && isSandboxScript(config);
  return {
    stripe,
    isStandIn,
    failure,
    retry,
  };
}
