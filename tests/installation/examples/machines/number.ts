import { defineHook, problem } from '../../../../src/api/extending.ts';

/** Numbers new machines, refuses to break one without a note, and reports changes to the workshop. */
export const number = defineHook({
  resource: 'machines',
  before: {
    create: async ({ records, sql }) => {
      // Two calls at once would otherwise use the same numbers.
      await sql.query(`select pg_advisory_xact_lock(hashtext('machines.number'))`);
      const last = await sql.value<number>('select coalesce(max(number), 0)::float8 from machines');
      // A record that comes back from the trash has its number.
      const fresh = records.filter(({ values }) => typeof values['number'] !== 'number');
      return fresh.map(({ id }, at) => ({ id, values: { number: last + 1 + at } }));
    },
    update: ({ records, by }) => {
      if (by.way === 'undo') return [];
      return records
        .map(({ id, before, values }) => ({ id, after: { ...before, ...values } }))
        .filter(({ after }) => after['status'] === 'broken' && !after['note'])
        .map(({ id }) => ({ id, problems: [problem('V001', 'note')] }));
    },
  },
  afterCommit: {
    update: async ({ records, key }) => {
      const answer = await fetch('https://workshop.example/machines', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify(records),
      });
      if (!answer.ok) throw new Error(`The workshop answered ${answer.status}`);
    },
  },
});
