import { defineAction, problem } from '../../../../src/api/extending.ts';

/** Marks a broken machine as repaired. */
export const repair = defineAction({
  resource: 'machines',
  name: 'repair',
  run: async ({ resource, record, expected, form, by, store }) => {
    if (record['status'] !== 'broken')
      return { problems: [problem('V008', 'status', { choices: 'broken' })] };
    const values = { status: 'ok', note: form['note'] };
    return store.update(resource, record._id, expected, values, by);
  },
});
