import { defineHook } from '../../../../src/api/extending.ts';

/** Tells listeners of the database which machines broke, and who said so. */
export const tell = defineHook({
  resource: 'machines',
  name: 'tell',
  after: {
    update: async ({ records, by, store, sql, resourceOf }) => {
      const broken = records
        .filter(({ before, after }) => before?.['status'] !== after?.['status'])
        .filter(({ after }) => after?.['status'] === 'broken');
      if (broken.length === 0) return;
      const [user] = await store.findMany(resourceOf('users'), '_id', [by.userId]);
      const message = { ids: broken.map(({ id }) => id), by: user?.['name'] };
      await sql.query(`select pg_notify('machines_broken', $1)`, [JSON.stringify(message)]);
    },
  },
});
