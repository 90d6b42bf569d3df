import { type ComponentType, useEffect, useState } from "react";
import { CodeLoadError } from "@/lib/lazy/CodeLoadError";
import { reloadOnce } from "@/lib/lazy/reloadOnce";

type LoadModule<Props> = () => Promise<{ default: ComponentType<Props> }>;
type FallbackProps = { error: unknown; mutate: () => void };

const renderNothing = () => null;

/**
 * A component that loads on demand; the screen works without it. If loading fails, the page reloads at most once per
 * build, and `Fallback` can offer a retry (`mutate`). Loading is also retried when the network is back.
 */
export function lazyComponent<Props extends object>(
  load: LoadModule<Props>,
  Fallback: ComponentType<FallbackProps> = renderNothing,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [Content, setContent] = useState(() => loaded);
    const [error, setError] = useState<unknown>(null);
    const [tries, setTries] = useState(0);
    const retry = () => setTries((count) => count + 1);
    // biome-ignore lint/correctness/useExhaustiveDependencies: each try calls `load` again
    useEffect(() => {
      if (Content) return;
      load().then(
        (module) => {
          loaded = module.default;
          setContent(() => loaded);
        },
        (cause) => {
          console.warn("a component did not load", cause);
          setError(new CodeLoadError("a component did not load", { cause }));
          void reloadOnce();
        },
      );
      window.addEventListener("online", retry);
      return () => window.removeEventListener("online", retry);
    }, [Content, tries]);
    if (Content) return <Content {...props} />;
    return error !== null && <Fallback error={error} mutate={retry} />;
  };
}
