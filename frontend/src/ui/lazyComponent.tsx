import { type ComponentType, useEffect, useState } from "react";
import { reloadOnce } from "@/lib/lazy/reloadOnce";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;
type InsteadProps = { error: unknown; onRetry: () => void };

const none = () => null;

/**
 * A component that loads on demand; the screen works without it. If loading fails, `Instead` can offer a retry, and it
 * is retried when the network is back.
 */
export function lazyComponent<Props extends object>(
  load: Load<Props>,
  Instead: ComponentType<InsteadProps> = none,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [Content, setContent] = useState(() => loaded);
    const [error, setError] = useState<unknown>(null);
    const [tries, setTries] = useState(0);
    const again = () => setTries((count) => count + 1);
    // biome-ignore lint/correctness/useExhaustiveDependencies: each try calls it again
    useEffect(() => {
      if (Content) return;
      load().then(
        (module) => {
          loaded = module.default;
          setContent(() => loaded);
        },
        (why) => {
          console.warn("a component did not load", why);
          setError(why);
          void reloadOnce();
        },
      );
      window.addEventListener("online", again);
      return () => window.removeEventListener("online", again);
    }, [Content, tries]);
    if (Content) return <Content {...props} />;
    return error !== null && <Instead error={error} onRetry={again} />;
  };
}
