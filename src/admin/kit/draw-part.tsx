import { lazy, useState, type ComponentType } from 'react';
import type { Part } from './part.ts';

/**
 * As `lazy`, but a part that is there already is drawn at once. With `lazy` its fallback is drawn first,
 * and React then leaves that for 300 ms, lest one thing flashes after another.
 */
export function drawPart<Props extends object>(
  part: Part<ComponentType<Props>>,
  load: () => Promise<ComponentType<Props>> = part.load,
): ComponentType<Props> {
  const Later = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  return function PartOfApp(props: Props) {
    const [Drawn] = useState(() => part.get() ?? Later);
    return <Drawn {...props} />;
  };
}
