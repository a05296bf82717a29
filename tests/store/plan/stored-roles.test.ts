import { afterEach, beforeEach, expect, test } from 'vitest';
import { roleColumns } from '../../../src/store/schema/names/stored-roles.ts';
import { undoPlan } from '../../../src/store/schema/plan/undo-plan.ts';
import { openPlanning, type Planning } from '../../support/planning.ts';

let at: Planning;
beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const resources = {
  users: { fields: { role: { type: 'choice', choices: ['admin', 'editor', 'guest'] } } },
};
const renamed = {
  users: {
    fields: {
      role: { type: 'choice', choices: ['admin', { value: 'author', was: 'editor' }, 'guest'] },
    },
  },
};
const roles = { admin: { all: true }, editor: {}, guest: {} };
const rolesAfter = { admin: { all: true }, author: { was: 'editor' }, guest: {} };

/** By table: a row, the column that names roles, and what it becomes. */
const stored: readonly [table: string, row: object, before: unknown, after: unknown][] = [
  [
    'views',
    { id: 'v', owner: 'u', resource: 'users', name: 'A', settings: '{}' },
    // A removed role of the new name may have left its name there.
    ['guest', 'author', 'editor'],
    ['guest', 'author'],
  ],
  [
    'recipes',
    {
      id: 'r',
      owner: 'u',
      resource: 'users',
      header: '',
      name: 'A',
      shared: false,
      request: {},
      used_at: '2026-01-01',
      named: true,
      watched: false,
      version: 1,
    },
    ['editor'],
    ['author'],
  ],
  [
    'webhooks',
    {
      id: 'w',
      name: 'W',
      url: 'https://example.org',
      resource: 'users',
      events: ['create'],
      enabled: true,
      secret: '\\x00',
      created_by: 'u',
      created_at: '2026-01-01',
      due_at: '2026-01-01',
      after_seq: 0,
      failures: 0,
    },
    'editor',
    'author',
  ],
  [
    'view_sessions',
    { id: 's', session_id: 'session', created_at: '2026-01-01', expires_at: '2999-01-01' },
    'editor',
    'author',
  ],
];

async function store(): Promise<void> {
  await at.rows(
    `insert into backoffice.sessions (id, user_id, refresh_hash, expires_at) values ('session', 'u', '\\x00', '2999-01-01')`,
  );
  for (const [table, row, before] of stored) {
    const all = {
      version: 1,
      created_at: '2026-01-01',
      updated_at: '2026-01-01',
      people: [],
      ...row,
      [roleColumns[table]!.column]: before,
    };
    const known = await at.rows(
      `select column_name as name from information_schema.columns where table_schema = 'backoffice' and table_name = '${table}'`,
    );
    const names = Object.keys(all)
      .filter((name) => known.some((one) => one.name === name))
      .join();
    await at.rows(
      `insert into backoffice.${table} (${names}) select ${names} from json_populate_record(null::backoffice.${table}, '${JSON.stringify(all)}')`,
    );
  }
}

const readStored = async () => {
  const found = stored.map(([table]) =>
    at.rows(`select ${roleColumns[table]!.column} as found from backoffice.${table}`),
  );
  return (await Promise.all(found)).map(([row]) => row.found);
};

test('what is stored with the name of a role follows its rename, and an undo', async () => {
  await at.start(resources, { roles });
  await store();
  await at.rows(`insert into users (_id, role) values ('u', 'editor')`);
  const roleOfUser = async () => (await at.rows('select role from users'))[0].role;

  const { steps } = await at.plan(renamed, { roles: rolesAfter });
  await at.apply(renamed, { roles: rolesAfter });
  const moved = [await readStored(), await roleOfUser()];
  const again = await at.plan(renamed, { roles: rolesAfter });
  await undoPlan(at.database);

  expect(steps.map(({ sentence }) => sentence)).toEqual([
    'renames the choice editor of users.role to author',
    'renames the role editor to author in 1 saved view, 1 import recipe, 1 webhook, and 1 open “View as”',
  ]);
  expect(moved).toEqual([stored.map((one) => one[3]), 'author']);
  expect(again.steps).toEqual([]);
  const [, ...others] = stored.map((one) => one[2]);
  expect([await readStored(), await roleOfUser()]).toEqual([
    [['guest', 'editor'], ...others],
    'editor',
  ]);
});

test('a start without consent renames nothing', async () => {
  await at.start(resources, { roles });
  await store();

  const { refused } = await at.start(renamed, { roles: rolesAfter });

  expect(refused.join()).toContain('renames the role editor to author');
  expect(await readStored()).toEqual(stored.map((one) => one[2]));
});

test('each column of our tables that names roles follows', async () => {
  await at.start(resources, { roles });

  const columns = await at.rows(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'backoffice' and column_name in ('role', 'roles', 'assignee_role') order by 1`,
  );

  expect(columns.map(({ name }) => name)).toEqual(
    Object.entries(roleColumns)
      .map(([table, { column }]) => `${table}.${column}`)
      .toSorted(),
  );
});
