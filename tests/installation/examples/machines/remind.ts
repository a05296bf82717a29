import { defineHook } from '../../../../src/api/extending.ts';

/** Asks for a note on each broken machine that has none, every morning. */
export const remind = defineHook({
  name: 'remind',
  every: { dailyAt: '06:00', timeZone: 'Europe/Berlin' },
  run: async ({ store, resourceOf, by }) => {
    const machines = resourceOf('machines');
    const broken = { path: 'status', operator: 'eq', operands: ['broken'] } as const;
    const found = await store.findAny(machines, broken, ['note', '_version'], 1_000);
    const writes = found
      .filter(({ note }) => !note)
      .map(({ _id: id, _version: expected }) => ({
        id,
        expected,
        values: { note: 'What broke?' },
      }));
    const outcomes = await store.writeMany(machines, writes, by);
    return outcomes.filter((outcome) => !('failure' in outcome)).length;
  },
});
