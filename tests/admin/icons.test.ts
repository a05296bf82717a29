import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSourceFiles } from '../support/source-files.ts';

/** Icons with a meaning of their own for the outlined and the filled shape. */
const twoStates: Record<string, string> = { PushPin: 'PinIcon and PinnedIcon' };

/** The name under which a file imports an icon says what the icon means there. */
const uses = readSourceFiles('src').flatMap(({ path }) =>
  [...readFileSync(path, 'utf8').matchAll(/import (\w+) from '@mui\/icons-material\/(\w+)';/g)].map(
    ([, meaning = '', icon = '']) => ({ meaning, shape: withoutStyle(icon) }),
  ),
);

test('each icon has one meaning everywhere', () => {
  expect(uses.length).toBeGreaterThan(50);
  const meanings = collect(uses.map(({ shape, meaning }) => [shape, meaning]));
  const ambiguous = meanings.filter(([shape, names]) => names !== twoStates[shape]);

  expect(ambiguous.filter(([, names]) => names.includes(' and '))).toEqual([]);
});

test('one thing has one icon everywhere', () => {
  const shapes = collect(uses.map(({ shape, meaning }) => [meaning, shape]));

  expect(shapes.filter(([, names]) => names.includes(' and '))).toEqual([]);
});

/** `DeleteOutline` and `Delete` look like the same thing, and `Clear` is drawn as `Close`. */
function withoutStyle(icon: string): string {
  const shape = icon.replace(/(?:Outlined|Outline|Border|Rounded|Sharp|TwoTone)$/, '');
  return shape === 'Clear' ? 'Close' : shape;
}

/** What stands beside each name: `A and B` if it is more than one. */
function collect(pairs: readonly (readonly [string, string])[]): [string, string][] {
  const found = new Map<string, Set<string>>();
  for (const [name, other] of pairs) found.set(name, (found.get(name) ?? new Set()).add(other));
  return [...found].map(([name, others]) => [name, [...others].toSorted().join(' and ')]);
}
