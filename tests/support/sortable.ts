import { shapes } from './shapes.ts';
import { nobody, openTestStore, type TestStore } from './store.ts';

const RECORDS = 120;

/** Few values, so that many are equal, and often none. */
function valuesOf(index: number): Record<string, unknown> {
  const some = (every: number, value: unknown) => (index % every === 0 ? null : value);
  return {
    code: `code ${String((index * 37) % RECORDS).padStart(3, '0')}`,
    label: some(4, ['zebra', 'Äpfel', 'apfel', 'Zoo', "o'neil"][index % 5]),
    number: some(4, ['2026.9', '2026.10', '2026.09', 'a10', 'A9'][index % 5]),
    story: some(3, `${'same beginning '.repeat(20)}${index % 3}`),
    count: some(5, (index % 7) - 3),
    weight: some(6, ((index % 9) - 4) / 3),
    done: some(7, index % 2 === 0),
    day: some(4, `2026-01-0${1 + (index % 5)}`),
    at: some(3, `2026-01-01T00:00:00.00${index % 4}Z`),
    level: some(2, 1 + (index % 3)),
    owner: some(3, `o${index % 4}`),
    box: some(3, {
      name: some(2, `n${index % 3}`),
      size: some(4, (index % 5) / 2),
      full: null,
      day: null,
    }),
  };
}

/** The resources of `shapes`, with things of which many share a value or have none. */
export async function openSortable(): Promise<TestStore> {
  const store = await openTestStore(shapes);
  const owners = [0, 1, 2, 3].map((n) => ({
    id: `o${n}`,
    values: { name: n === 2 ? null : `owner ${9 - n}` },
  }));
  const things = Array.from({ length: RECORDS }, (_, index) => ({
    id: `t${(index * 53) % RECORDS}`,
    values: valuesOf(index),
  }));
  for (const [name, writes] of [
    ['owners', owners],
    ['things', things],
  ] as const) {
    const outcomes = await store.store.writeMany(store.resource(name), writes, nobody);
    if (outcomes.some((outcome) => 'failure' in outcome)) throw new Error(JSON.stringify(outcomes));
  }
  return store;
}
