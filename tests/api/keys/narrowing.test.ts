import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DescriptorSource } from '../../../src/descriptor/settings/descriptor-settings.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestApi } from '../../support/api.ts';
import { everything, makeKey } from '../../support/api-keys.ts';

/** Each value of a text field names its record and field, so an answer shows what leaked. */
const fields = ['title', 'blurb', 'place', 'secret'] as const;
const colors = ['red', 'green', 'blue'] as const;
type Field = (typeof fields)[number];

const source: DescriptorSource = {
  app: { title: 'Shelf', languages: ['en'] },
  roles: { admin: { all: true }, staff: {}, guest: {} },
  resources: {
    shelves: {
      fields: { label: { type: 'text', required: true, search: true } },
      title: '{label}',
      permissions: { staff: ['list', 'read'], guest: ['list', 'read'] },
    },
    books: {
      title: '{title}',
      fields: {
        title: { type: 'text', search: true },
        blurb: { type: 'text', search: true },
        place: { type: 'text', search: true },
        secret: { type: 'text', search: true, read: ['admin'] },
        color: { type: 'choice', choices: ['red', 'green', 'blue'] },
        shelf: { type: 'reference', to: 'shelves' },
        both: { type: 'text', computed: "concat(title, ' ', blurb)" },
      },
      permissions: {
        staff: everything as never,
        guest: {
          list: { color: 'red' },
          read: { color_in: ['red', 'green'] },
          export: true,
          history: true,
          update: true,
        },
      },
    },
    users: {
      title: '{name}',
      fields: {
        email: { type: 'email', required: true, unique: true },
        name: { type: 'text', required: true },
        role: { type: 'choice', choices: ['admin', 'staff', 'guest'] },
        status: { type: 'choice', choices: ['pending', 'confirmed', 'disabled', 'invited'] },
      },
    },
  },
};

let api: TestApi;
beforeAll(async () => {
  const descriptor = toDescriptor(structuredClone(source));
  api = await openTestApi({ descriptor: () => descriptor });
  await api.call('POST', '/api/shelves', { as: 'admin', body: { _id: 's1', label: 'shelfs1x' } });
  for (const [index, color] of [...colors, ...colors].entries()) {
    const texts = Object.fromEntries(fields.map((name) => [name, tokenOf(`b${index}`, name)]));
    const body = { _id: `b${index}`, color, shelf: 's1', ...texts };
    const made = await api.call('POST', '/api/books', { as: 'admin', body });
    if (made.status !== 201) throw new Error(made.text);
  }
});
afterAll(() => api.close());

const tokenOf = (id: string, field: Field) => `${field}${id}x`;

type Choice = {
  owner: 'admin' | 'staff' | 'guest';
  operations: string[];
  fields: (Field | 'color' | 'shelf' | 'both')[] | undefined;
  colors: string[] | undefined;
  shelves: boolean;
};

const choices: fc.Arbitrary<Choice> = fc.record({
  owner: fc.constantFrom('admin', 'staff', 'guest'),
  operations: fc.subarray(['list', 'read', 'export', 'history', 'update'], { minLength: 1 }),
  fields: fc.option(
    fc.subarray(['title', 'blurb', 'place', 'color', 'shelf', 'both'], { minLength: 1 }),
    { nil: undefined },
  ),
  colors: fc.option(fc.subarray([...colors], { minLength: 1 }), { nil: undefined }),
  shelves: fc.boolean(),
});

const ownRows = { admin: colors, staff: colors, guest: ['red'] } as const;

/** What may be in any answer to the key: computed here from the choice alone. */
function allowedTokens({
  owner,
  operations,
  fields: chosen,
  colors: rows,
  shelves,
}: Choice): Set<string> {
  const sees = operations.some((operation) => ['list', 'read', 'export'].includes(operation));
  const visible = colors.flatMap((color, index) =>
    sees && (ownRows[owner] as readonly string[]).includes(color) && (rows?.includes(color) ?? true)
      ? [`b${index}`, `b${index + 3}`]
      : [],
  );
  const names = fields.filter(
    (name) => (chosen?.includes(name) ?? true) && (name !== 'secret' || owner === 'admin'),
  );
  const tokens = visible.flatMap((id) => names.map((name) => tokenOf(id, name)));
  return new Set([...tokens, ...(shelves ? ['shelfs1x'] : [])]);
}

const asked: readonly [string, string, object?][] = [
  ['GET', '/api/books?_perPage=50'],
  ['GET', '/api/books?_fields=title,blurb,place,secret,both'],
  ['GET', '/api/books?_fields=both'],
  ['GET', '/api/books?_fields=shelf.label'],
  ['GET', '/api/books?q=titleb'],
  ['GET', '/api/books/facets?fields=title,blurb,place,secret,color,both'],
  ['GET', '/api/books/facets?fields=color'],
  ['GET', '/api/books/facets?fields=place'],
  ['GET', '/api/books/groups?_by=place'],
  ['GET', '/api/books/groups?_by=color'],
  ['GET', '/api/books/aggregates?_aggregate=place:count'],
  ['GET', '/api/books/search?q=placeb0x'],
  ['GET', '/api/search?q=titleb'],
  ['GET', '/api/search?q=shelfs1x'],
  ['GET', '/api/books/export?format=csv'],
  ['GET', '/api/books/export?format=json'],
  ['GET', '/api/books/b0'],
  ['GET', '/api/books/b2'],
  ['GET', '/api/books/b1/history'],
  ['GET', '/api/books/b2/history/1'],
  ['GET', '/api/books/b0/neighbours'],
  ['GET', '/api/books/b2/access'],
  ['GET', '/api/books/trash'],
  ['GET', '/api/config'],
  ['PATCH', '/api/books/b0', { title: tokenOf('b0', 'title') }],
  ['PATCH', '/api/books/b2', { place: tokenOf('b2', 'place'), secret: tokenOf('b2', 'secret') }],
  ['POST', '/api/books/bulk', { action: 'update', ids: ['b0', 'b1', 'b2'], data: { title: 'n' } }],
  ['POST', '/api/books/lookup', { values: ['titleb0x', 'placeb1x'], fields: ['title', 'place'] }],
];

describe('a key never returns more than its owner and its settings allow', () => {
  test('in any answer', async () => {
    await fc.assert(
      fc.asyncProperty(choices, async (choice) => {
        const { token } = await keyOf(choice);
        const allowed = allowedTokens(choice);
        for (const [method, path, body] of asked) {
          const headers = { 'If-Match': '"99"' };
          const dryBody = path.endsWith('/bulk') ? { ...body, dryRun: true } : body;
          const answer = await api.call(method, path, { token, headers, body: dryBody });
          const sent = JSON.stringify(body ?? {}) + path;
          expect(answer.status).toBeLessThan(500);
          const found = answer.text.match(/(?:title|blurb|place|secret|shelf)[bs]\dx/g) ?? [];
          const leaked = found.filter((each) => !allowed.has(each) && !sent.includes(each));
          expect([path, leaked]).toEqual([path, []]);
        }
        expect(await findOracles(choice, token, allowed)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  }, 120_000);
});

async function keyOf(choice: Choice) {
  // Each run has the only one, because an owner may have so many.
  await api.database.query('delete from backoffice.api_keys');
  return makeKey(
    api,
    choice.owner,
    {
      books: {
        operations: choice.operations,
        ...(choice.fields && { fields: choice.fields }),
        ...(choice.colors && { filter: { color_in: choice.colors } }),
      },
      ...(choice.shelves && { shelves: { operations: ['list', 'read'] } }),
    },
    { rate: 100_000, expiresAt: null },
  );
}

/** The questions whose answer tells whether there is something that the key may not see; there must be none. */
async function findOracles(choice: Choice, token: string, allowed: ReadonlySet<string>) {
  const faults: string[] = [];
  if (!choice.operations.includes('list')) return faults;
  const ask = async (path: string) => (await api.call('GET', `/api/books${path}`, { token })).json;
  for (const name of fields) {
    const isChosen = choice.fields?.includes(name) ?? true;
    if (!isChosen || (name === 'secret' && choice.owner !== 'admin')) {
      const ways = [
        `?${name}=x`,
        `?_sort=${name}`,
        `/groups?_by=${name}`,
        `/facets?fields=${name}`,
      ];
      for (const path of ways) {
        const { problems } = await ask(path);
        if (problems?.[0]?.code !== 'Q002') faults.push(path);
      }
      continue;
    }
    for (const id of ['b0', 'b1', 'b2']) {
      const value = tokenOf(id, name);
      const { total } = await ask(`?${name}=${value}`);
      if (total !== (allowed.has(value) ? 1 : 0)) faults.push(value);
    }
  }
  return faults;
}

test('a key with every right gets an answer to each of these questions', async () => {
  const all = { '*': { operations: ['list', 'read', 'export', 'history', 'update', 'delete'] } };
  const { token } = await makeKey(api, 'admin', all);
  const questions = asked.filter(([method]) => method !== 'PATCH');
  const answers = await Promise.all(
    questions.map(([method, path, body]) => api.call(method, path, { token, body })),
  );
  expect(answers.map(({ status }) => status)).toEqual(questions.map(() => 200));
});
