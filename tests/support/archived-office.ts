import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { makePdf } from './make-pdf.ts';
import { runProgram, type CommandResult } from './run-command.ts';
import { runServer } from './run-server.ts';
import { signIn, type SignedIn } from './sign-in.ts';
import { studiesSource } from './studies.ts';

export const admin = { email: 'admin@example.org', password: 'nine quiet lakes behind' };
export const pdf = makePdf(['What a backup is for']);

const paper = { type: 'file', maxSize: '1 MB' };

/** An office with what is hard to restore: circles of references, numbers, rollups, files, and what is dropped. */
function officeSource(isOld: boolean): object {
  return {
    app: { title: 'Office', languages: ['en', 'de'] },
    roles: { admin: { all: true }, staff: {}, viewer: {}, guest: {} },
    resources: {
      users: studiesSource.resources.users,
      teams: {
        title: '{name}',
        importKey: 'name',
        fields: {
          name: { type: 'text', required: true, unique: true, search: true },
          leader: { type: 'reference', to: 'members' },
          size: { type: 'number', computed: 'count(members.team)', stored: true },
          ...(isOld && { motto: { type: 'text' } }),
        },
      },
      members: {
        title: '{name}',
        fields: {
          number: { type: 'sequence', format: 'M-{number:4}' },
          bill: { type: 'sequence', format: '{year}-{number}', per: 'year', gapless: true },
          name: { type: 'text', required: true, search: true },
          note: { type: 'text', multiline: true },
          team: { type: 'reference', to: 'teams' },
          friends: { type: 'references', to: 'members' },
          tags: { type: 'tags' },
          paper,
          label: { type: 'text', computed: "concat(number, ' ', name)", stored: true },
        },
      },
      ...(isOld && {
        rooms: { fields: { name: { type: 'text' }, team: { type: 'reference', to: 'teams' } } },
      }),
    },
  };
}

export type Office = {
  database: TestDatabase;
  env: Record<string, string>;
  run(...args: string[]): Promise<CommandResult>;
};

/** An installation with a database and a folder of its own, in which nothing has happened yet. */
export async function openOffice(folder: string): Promise<Office> {
  const database = await createTestDatabase();
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    RESOURCES: join(folder, 'resources.json'),
    SAMPLE_DATA: '0',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    LOG_LEVEL: 'warn',
  };
  return { database, env, run: (...args) => runProgram(args, { env }) };
}

/** Lets people work in an office, and drops a column and a table. */
export async function fillOffice({ env, run }: Office): Promise<void> {
  const write = (isOld: boolean) =>
    writeFile(env['RESOURCES']!, JSON.stringify(officeSource(isOld)));
  await write(true);
  const server = await runServer(env);
  const { call, token } = await signIn(server.url, admin.email, admin.password);
  const webhook = { name: 'Other', url: 'https://example.org/hook', resources: ['teams'] };
  const made = await call('POST', '/api/admin/webhooks', {
    body: { ...webhook, events: ['created'], enabled: false },
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const team = await create(call, 'teams', { name: 'Red', motto: 'It was here' });
  await create(call, 'rooms', { name: 'Cellar', team });
  await uploadImport({ url: server.url, token });
  const uploaded = await uploadPaper({ url: server.url, token }, pdf);
  const eve = await create(call, 'members', {
    name: 'Eve',
    team,
    paper: uploaded,
    tags: ['a\tb', '\\N'],
  });
  const note = 'Zeile 1\nTab\t "quoted" \\. \\N ü 🦊';
  const bob = await create(call, 'members', { name: 'Bob', team, friends: [eve], note });
  const gone = await create(call, 'members', { name: 'Gone' });
  const headers = { 'If-Match': '*' };
  for (const [method, path, body] of [
    ['PATCH', `members/${eve}`, { friends: [bob], note: 'later' }],
    ['PATCH', `teams/${team}`, { leader: bob }],
    ['DELETE', `members/${gone}`, undefined],
  ] as const) {
    const { status } = await call(method, `/api/${path}`, { body, headers });
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}`);
  }
  await server.end();
  await write(false);
  const plan = JSON.parse((await run('plan', '--json')).out);
  const drops = ['drop:teams.motto', 'drop:rooms'];
  const applied = await run('apply', '--plan', plan.hash, '--allow-destructive', ...drops);
  if (applied.code !== 0) throw new Error(applied.err);
}

/** Creates a record, and returns its ID. */
export async function create(
  call: SignedIn['call'],
  resource: string,
  body: object,
): Promise<string> {
  const created = await call('POST', `/api/${resource}`, { body });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  return created.body._id;
}

/** Uploads a file, and returns its ID. */
export async function uploadPaper(
  { url, token }: { url: string; token: string },
  bytes: Uint8Array,
  field = 'members.paper',
): Promise<string> {
  const uploaded = await fetch(`${url}/api/files?field=${field}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/pdf',
      'Content-Disposition': 'attachment; filename="paper.pdf"',
    },
    body: new Uint8Array(bytes),
  });
  const answer = (await uploaded.json()) as { id: string };
  if (uploaded.status !== 201) throw new Error(JSON.stringify(answer));
  return answer.id;
}

/** Uploads a file of members to import, and returns the ID of its job. */
export async function uploadImport(
  { url, token }: { url: string; token: string },
  resource = 'members',
): Promise<string> {
  const body = new FormData();
  body.set('file', new File(['name\nAda\n'], 'new.csv'));
  const headers = { Authorization: `Bearer ${token}` };
  const uploaded = await fetch(`${url}/api/${resource}/jobs`, { method: 'POST', headers, body });
  const answer = (await uploaded.json()) as { id: string };
  if (uploaded.status !== 201) throw new Error(JSON.stringify(answer));
  return answer.id;
}

/** The names of the columns of the file of an import, which is stored. */
export async function readImport(call: SignedIn['call'], job?: string): Promise<string[]> {
  const id = job ?? (await call('GET', '/api/jobs')).body.data[0].id;
  const { body } = await call('POST', `/api/jobs/${id}/look`, { body: {} });
  return body.columns.map((column: { name: string }) => column.name);
}

/** Columns that name transactions of one server, or work that it still has to do. */
const ofOneServer = /^(xid|since|until|from_at|after_seq|work_(state|attempts|due))$/;

/** The hash of every table, over all rows in order, read by other means than a backup reads them. */
export async function hashTables(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name, (select array_agg(a.attname::text order by a.attname)
       from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname in ('public', 'backoffice', 'backoffice_trash')`,
  );
  const hashes: Record<string, string> = {};
  for (const { name, columns } of tables) {
    const kept = columns
      .filter((column) => !ofOneServer.test(column))
      .map((column) => `t."${column}"`);
    const { rows } = await client.query<{ row: string }>(
      `select row(${kept.join(', ')})::text as row from ${name} t order by 1`,
    );
    hashes[name] = `${rows.length} ${createHash('sha256')
      .update(rows.map(({ row }) => row).join('\n'))
      .digest('hex')}`;
  }
  await client.end();
  return hashes;
}

/** The columns whose values differ in two databases, as `table.column`, of all tables that are there. */
export async function listDifferences(...urls: [string, string]): Promise<string[]> {
  const [left = {}, right = {}] = await Promise.all(urls.map(hashColumns));
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].filter((name) => left[name] !== right[name]).toSorted();
}

async function hashColumns(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: columns } = await client.query<{ place: string; column: string; name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as place, format('%I', a.attname) as column,
       concat_ws('.', nullif(nullif(n.nspname, 'backoffice'), 'public'), c.relname, a.attname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and n.nspname in ('public', 'backoffice', 'backoffice_trash')`,
  );
  const hashes: Record<string, string> = {};
  for (const { place, column, name } of columns) {
    const { rows } = await client.query<{ hash: string | null }>(
      `select md5(string_agg(value, ',' order by value)) as hash
         from (select coalesce(${column}::text, 'null') as value from ${place}) all_values`,
    );
    hashes[name] = rows[0]?.hash ?? '';
  }
  await client.end();
  return hashes;
}

/** The databases that rehearsals have left. */
export async function listScratchDatabases(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where starts_with(datname, 'backoffice_rehearsal_')`,
  );
  await client.end();
  return rows.map(({ name }) => name);
}

/** Runs statements, and returns the rows of the last statement. */
export async function queryAll(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let rows: unknown[] = [];
  for (const statement of statements) ({ rows } = await client.query(statement));
  await client.end();
  return rows;
}
