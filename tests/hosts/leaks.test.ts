import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { answerJson } from '../../src/api/http/answer/answer.ts';
import { defineRoute } from '../../src/api/extending.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { reportLeaks } from '../../src/hosts/leaks/check-leaks.ts';
import { findLeaks } from '../../src/hosts/leaks/find-leaks.ts';
import { runCommand } from '../support/run-command.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

/** Members see their own notes, of those not what they cost, and no diary. */
const declared = {
  roles: { admin: { all: true }, member: {} },
  resources: {
    notes: {
      title: '{name}',
      fields: {
        name: { type: 'text', required: true },
        owner: { type: 'reference', to: 'users' },
        cost: { type: 'number', integer: true, read: ['admin'] },
        link: { type: 'text', read: ['admin'] },
        seen: { type: 'datetime', read: ['admin'] },
        opens: { type: 'date', required: true },
        closes: { type: 'date', required: true },
      },
      checks: [{ check: 'opens < closes', message: 'closes before it opens', fields: ['closes'] }],
      permissions: { member: { list: { owner: '$user' }, read: { owner: '$user' }, export: true } },
    },
    diary: { title: '{text}', fields: { text: { type: 'text', required: true } } },
    users: {
      title: '{name}',
      fields: {
        email: { type: 'email', required: true, unique: true },
        name: { type: 'text', required: true },
        role: { type: 'choice', choices: ['admin', 'member'] },
        status: { type: 'choice', choices: ['pending', 'confirmed', 'disabled', 'invited'] },
      },
    },
  },
};
const descriptor = toDescriptor(declared);
const folder = await openTemporaryFolder();

/** A route of an installation that answers with the rows of a statement, whoever asks. */
const leaky = (name: string, statement: string) =>
  defineRoute({
    method: 'GET',
    path: `/api/notes/${name}`,
    needs: [{ may: 'list', of: 'notes' }],
    operation: () => ({ operationId: name, summary: name, tags: ['notes'], responses: {} }),
    run: async (call) =>
      answerJson(call, 200, JSON.stringify(await call.services.database.rows(statement))),
  });

test('a route that tells of hidden data is named, with the request and both answers', async () => {
  const routes = [
    leaky('names', 'select name from notes order by _id'),
    leaky('count', 'select count(*)::int from diary'),
    leaky('sum', 'select sum(cost)::int from notes'),
    // By their owners it is decided which notes a member sees.
    leaky('owners', 'select owner from notes order by _id limit 2'),
    // An installation has links and moments of its own as well.
    leaky('links', 'select link from notes order by _id limit 1'),
    leaky('moments', 'select seen from notes order by _id limit 1'),
    leaky('own', 'select 1 as one, now() as moment'),
  ];
  const code = { screens: { pages: {} }, actions: [], routes };
  const { url } = inject('testDatabases');

  const found = await findLeaks({ descriptor, code, url, seed: 1, roles: ['member'] });

  const compared = found.results[0]!;
  const named = ['names', 'count', 'sum', 'owners', 'links', 'moments'].map(
    (one) => `GET /api/notes/${one}`,
  );
  expect(compared.leaks.map(({ route }) => route)).toEqual(named);
  expect(compared).toMatchObject({ role: 'member', missing: [], kept: [] });
  // Otherwise nothing has been compared.
  expect(found.missing).toEqual([]);
  expect(compared.answered).toBeGreaterThan(20);
  expect(compared.seen).toBeGreaterThan(0);
  expect(compared.seen).toBeLessThan(compared.records);
  const { code: exit, printed } = report(found);
  expect(exit).toBe(1);
  expect(printed).toMatch(
    /GET \/api\/notes\/names tells member .*\n.*names\n.*Plain \d.*\n.*Other \d/,
  );
  expect(printed).toContain('6 leaks');
});

test('the command finds no leak in a descriptor without code', async () => {
  const env = { RESOURCES: join(folder, 'resources.json') };
  await writeFile(env.RESOURCES, JSON.stringify(declared));

  expect(
    await runCommand(['check', '--leaks', '--role', 'member', '--seed', '2'], { env }),
  ).toEqual({
    code: 0,
    err: '',
    out: expect.stringMatching(/member sees \d+ of \d+ records: .* answered\nno leaks\n$/),
  });
});

test.each([
  [['--role', 'member'], '--role and --seed require --leaks', 2],
  [['--leaks', '--seed', 'x'], '--seed takes a whole number', 2],
  [['--leaks', '--role', 'admin'], 'may not see everything: member', 1],
])('the command refuses %j', async (args, message, code) => {
  const env = { RESOURCES: join(folder, 'resources.json') };
  await writeFile(env.RESOURCES, JSON.stringify(declared));

  const result = await runCommand(['check', ...args], { env });

  expect(result).toMatchObject({ code, err: expect.stringContaining(message) });
});

function report(found: Parameters<typeof reportLeaks>[1]) {
  const lines: string[] = [];
  const code = reportLeaks({ print: (line) => void lines.push(line), answer: () => {} }, found);
  return { code, printed: lines.join('\n') };
}
