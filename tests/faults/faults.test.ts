import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faults } from './faults.ts';
import { openWorlds } from './world.ts';

let worlds: Awaited<ReturnType<typeof openWorlds>>;
beforeAll(async () => {
  worlds = await openWorlds();
});
afterAll(() => worlds.close());

// They bring a database of their own, so a run on another server would only repeat them.
const fast = process.env['TEST_DATABASE_URL'] ? [] : faults.filter((fault) => fault.fast);

test.each(fast.map((fault) => [fault.name, fault] as const))(
  'survives: %s',
  async (_, fault) => {
    const { acknowledged, lost, denied, hung, errors, recovered } = await worlds.run(fault);

    expect({ lost, denied, hung, errors }).toEqual({ lost: [], denied: [], hung: 0, errors: 0 });
    expect(acknowledged).toBeGreaterThan(10);
    expect(recovered).toBeLessThan(90_000);
  },
  180_000,
);

test('docs/faults.md names every fault', () => {
  const docs = readFileSync(new URL('../../docs/faults.md', import.meta.url), 'utf8');

  const named = [...docs.matchAll(/^\| (.+?) \| (?:through a relay|embedded) \|/gm)].map(
    ([, name]) => name,
  );

  expect(named).toEqual(faults.map(({ name }) => name));
});
