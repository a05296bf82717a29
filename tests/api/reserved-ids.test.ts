import { afterAll, describe, expect, test } from 'vitest';
import { listRoutes } from '../../src/api/routes.ts';
import { openTestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { wordsOf } from '../support/words-of.ts';

const library = await openTestApi();
afterAll(() => library.close());

const user = (_id: string) => {
  const email = `${_id}@example.net`;
  return { _id, email, name: 'A', role: 'viewer', status: 'confirmed' };
};

describe('a new record', () => {
  test('cannot have the name of an API path as its _id, in any way', async () => {
    const words = wordsOf('/api/users', listRoutes(library.descriptor));
    expect(words).toEqual(
      expect.arrayContaining(['bulk', 'export', 'import', 'lookup', 'current', 'login']),
    );

    for (const word of words) {
      const body = user(word);
      const created = await library.call('POST', '/api/users', { as: 'admin', body });
      const bulk = await library.call('POST', '/api/users/bulk', {
        as: 'admin',
        body: { action: 'create', records: [{ _id: word, data: { ...body, _id: undefined } }] },
      });
      expect
        .soft([created.status, created.json.problems], word)
        .toMatchObject([
          422,
          [{ code: 'V029', path: '_id', message: expect.stringContaining(word) }],
        ]);
      expect.soft(bulk.text, word).toContain('V029');
    }
  });

  test('cannot have it by a file either, also in a dry run', async () => {
    for (const dryRun of ['true', 'false']) {
      const parts = { dryRun, key: '_id' };
      const { json } = await sendImport(library, '/api/users', [user('export')], { parts });
      expect(json).toMatchObject({ failed: 1, problems: [{ row: 1, code: 'V029', path: '_id' }] });
    }
  });

  test('can have any other _id', async () => {
    const { status } = await library.call('POST', '/api/users', {
      as: 'admin',
      body: user('exports'),
    });

    expect(status).toBe(201);
  });
});
