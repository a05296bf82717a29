import { lazy, useState, type ComponentType } from 'react';
import type { Preloadable } from './preloadable.ts';

/**
 * Like `lazy`, but a part that is loaded already is rendered at once. `lazy` would first
 * render its fallback, and React keeps a fallback for 300 ms so that nothing flashes.
 */
export function preloadableComponent<Props extends object>(
  part: Preloadable<ComponentType<Props>>,
  load: () => Promise<ComponentType<Props>> = part.load,
): ComponentType<Props> {
  const Later = lazy(async () => ({ default: await load() }));
  return function PartOfApp(props: Props) {
    const [Drawn] = useState(() => part.get() ?? Later);
    return <Drawn {...props} />;
  };
}
