import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestApiOptions } from './api.ts';
import { createRandom } from './counted-things.ts';

const kinds = ['a', 'b', 'c'];
const hideable = ['first', 'second', 'third'];

/** What somebody may see: records of these kinds, these fields, comments, these imports, and their own change set or all. */
type Rights = {
  rows: readonly string[];
  fields: readonly string[];
  comment: boolean;
  imports?: readonly string[];
  /** The ID of the set, or `all`. */
  sets?: string;
  /** Whether they may read at all, be it no record; absent: if they see records. */
  reads?: boolean;
};

/** A thread with a secret in its text: at a record, at the first row of the import `job`, or at a change set. */
export type Planted = {
  id: string;
  record?: string;
  job?: string;
  changeSet?: string;
  field?: string | undefined;
  secret: string;
};

type Caller = { as: string } | { token: string };

/** Notes with threads full of secrets, roles with random rights to them, and a model of who sees which thread. */
export type SecretNotes = Awaited<ReturnType<typeof openSecretNotes>>;

export async function openSecretNotes(seed: number, options: TestApiOptions = {}) {
  const random = createRandom(seed);
  const oneOf = <Value>(values: readonly Value[]): Value => values[random(values.length)]!;
  const some = <Value>(values: readonly Value[]): Value[] => values.filter(() => random(2) === 1);
  const roles = new Map<string, Rights>();
  for (let n = 0; n < 10; n += 1)
    roles.set(`role${n}`, {
      rows: oneOf([kinds, kinds, ['a'], ['b', 'c'], []]),
      fields: some(hideable),
      comment: random(4) > 0,
    });
  const importers = new Set([...roles.keys()].filter(() => random(4) > 0));
  const source = toSource(roles, importers);
  let descriptor = toDescriptor(structuredClone(source));
  const api = await openTestApi({ ...options, descriptor: () => descriptor });
  const kindOf = new Map<string, string>();
  const threads: Planted[] = [];
  const notes = {
    api,
    random,
    oneOf,
    some,
    roles,
    names: [...roles.keys()],
    /** The roles that may import, and the import that a role has, as if all could when they brought their file. */
    importers,
    importOf: (role: string) => `import-of-${role}`,
    /** The change set of a role, as if it had written a record. */
    setOf: (role: string) => `set-of-${role}`,
    /** The records with their kinds, as they are now. */
    kindOf,
    threads,
    source,
    /** The name of the collection, as it is now. */
    collection: 'notes',
    descriptor: () => descriptor,
    use: (next: typeof descriptor) => {
      descriptor = next;
    },
    /** The threads that somebody with these rights sees. */
    seenBy: ({ rows, fields, comment, imports = [], sets, reads = rows.length > 0 }: Rights) =>
      threads.filter(({ record = '', job, changeSet, field }) => {
        const isThere =
          rows.includes(kindOf.get(record) ?? '') ||
          (job !== undefined && imports.includes(job)) ||
          (changeSet !== undefined && (sets === 'all' || sets === changeSet));
        return comment && reads && isThere && (field === undefined || fields.includes(field));
      }),
    seenAs: (role: string): Planted[] => {
      const imports = importers.has(role) ? [notes.importOf(role)] : [];
      const rights = roles.get(role)!;
      const sets = rights.rows.length === kinds.length ? 'all' : notes.setOf(role);
      return notes.seenBy({ ...rights, imports, sets });
    },
    /** What of the threads a text has. */
    toldIn: (text: string): Planted[] =>
      threads.filter(({ id, secret }) => text.includes(secret) || text.includes(id)),
  };
  return notes;
}

/** Adds records of random kinds, without threads. */
export async function addNotes({ api, oneOf, kindOf }: SecretNotes): Promise<void> {
  for (let n = 0; n < 9; n += 1) {
    const kind = oneOf(kinds);
    const body = { title: `Note ${n}`, kind, first: 'x', second: 'y', third: 'z' };
    const { json } = await api.call('POST', '/api/notes', { as: 'admin', body });
    kindOf.set(json._id, kind);
  }
}

/**
 * Begins 18 threads at random records and fields, one at a row of the import of each of six roles, and one at the change
 * set of each of them; each is a query to a random role. A mail tells of 30.
 */
export async function plant(notes: SecretNotes): Promise<void> {
  const { api, oneOf, names, kindOf, importOf, setOf } = notes;
  for (let n = 0; n < 18; n += 1) {
    const field = oneOf([undefined, ...hideable, ...hideable]);
    await begin(notes, { record: oneOf([...kindOf.keys()]), ...(field && { field }) });
  }
  for (const name of names.slice(0, 6)) {
    const job = importOf(name);
    await api.database.query(
      `with job as (insert into backoffice.jobs (id, resource, created_by, file) values ($1, 'notes', $2, $3) returning id)
       insert into backoffice.job_rows (job, row, outcome, detail) select id, 1, 'failed', '{}' from job`,
      [job, api.userId(name), { name: 'notes.csv' }],
    );
    await begin(notes, { job });
    const changeSet = setOf(name);
    await api.database.query(
      `with s as (insert into backoffice.change_sets (id, by, way, resource) values ($1, $2, 'grid', 'notes') returning id)
       update backoffice.history h set change_set = s.id, by = $2 from s
       where h.seq = (select min(seq) from backoffice.history where resource = 'notes' and by <> all($3::text[]))`,
      [changeSet, api.userId(name), names.map((each) => api.userId(each))],
    );
    await begin(notes, { changeSet });
  }
}

async function begin(
  { api, oneOf, names, threads }: SecretNotes,
  place: Pick<Planted, 'record' | 'job' | 'changeSet' | 'field'>,
): Promise<void> {
  const secret = `planted-${1000 + threads.length}`;
  const row = place.job === undefined ? {} : { row: 1 };
  const { status, json, text } = await api.call('POST', '/api/threads', {
    as: 'admin',
    body: { resource: 'notes', ...place, ...row, text: secret, query: {} },
  });
  if (status !== 201) throw new Error(text);
  // As if the role had been asked when it could see it.
  await api.database.query('update backoffice.threads set assignee_role = $1 where id = $2', [
    oneOf(names),
    json._id,
  ]);
  threads.push({ id: json._id, ...place, secret });
}

/** Enters the first message of each thread into each inbox, as if all had been told when they could see it. */
export async function tellAll({ api }: SecretNotes, kind: string): Promise<void> {
  await api.database.query('delete from backoffice.inbox');
  await api.database.query(
    `insert into backoffice.inbox (id, person, kind, resource, record, thread, message, by, detail)
     select gen_random_uuid()::text, u._id, $1, t.resource, t.record, t.id, m.id, m.by, jsonb_build_object('job', t.job)
       from users u, backoffice.threads t cross join lateral (
         select * from backoffice.messages m where m.thread = t.id order by m.id limit 1) m`,
    [kind],
  );
}

function toSource(roles: ReadonlyMap<string, Rights>, importers: ReadonlySet<string>) {
  const names = [...roles.keys()];
  const readersOf = (field: string) =>
    names.filter((name) => roles.get(name)!.fields.includes(field));
  return {
    app: { title: 'Notes', languages: ['en'] },
    roles: { admin: { all: true }, ...Object.fromEntries(names.map((name) => [name, {}])) },
    resources: {
      notes: {
        title: '{title}',
        duplicates: [{ field: 'title' }],
        fields: {
          title: { type: 'text', required: true, search: true },
          kind: { type: 'choice', choices: kinds },
          ...Object.fromEntries(
            hideable.map((field) => [
              field,
              { type: 'text', search: true, read: ['admin', ...readersOf(field)] },
            ]),
          ),
        },
        permissions: Object.fromEntries(
          [...roles].map(([name, rights]) => [
            name,
            { ...permissionOf(rights), ...(importers.has(name) && { import: true }) },
          ]),
        ),
      },
      users: {
        title: '{name}',
        fields: {
          email: { type: 'email', required: true, unique: true },
          name: { type: 'text', required: true },
          role: { type: 'choice', required: true, choices: ['admin', ...names] },
          status: { type: 'choice', choices: ['pending', 'confirmed', 'disabled', 'invited'] },
        },
      },
    } as Record<string, any>,
  };
}

function permissionOf({ rows, comment }: Rights): object {
  const which = rows.length === kinds.length ? true : { kind: rows };
  return {
    ...(rows.length > 0 && { list: which, read: which, history: which, export: which }),
    ...(!comment && { comment: false }),
  };
}

/** Each way in which the text of a thread, its `_id`, or that there is one, could leave in an answer. */
function ways({ threads, names, kindOf, importOf, setOf, collection }: SecretNotes): string[] {
  const records = [...kindOf.keys()];
  const root = `/api/${collection}`;
  return [
    '/api/threads?_perPage=100',
    `/api/threads?resource=${collection}&_perPage=100`,
    '/api/threads?q=planted',
    '/api/threads?assignee=$user',
    '/api/threads?unread=true',
    ...threads.map(({ id }) => `/api/threads/${id}`),
    ...threads.map(({ id }) => `/api/threads/${id}/messages`),
    `/api/threads/marks?resource=${collection}&${records.map((id) => `records=${id}`).join('&')}`,
    ...names.flatMap((name) => [
      `/api/threads?job=${importOf(name)}`,
      `/api/threads/marks?resource=${collection}&job=${importOf(name)}`,
      `/api/threads?changeSet=${setOf(name)}`,
      `/api/changes/${setOf(name)}`,
    ]),
    '/api/inbox?_perPage=100',
    '/api/search?q=planted',
    `${root}?_perPage=100`,
    `${root}/export?format=json`,
    '/api/users/current/data',
    ...records.flatMap((id) => [`${root}/${id}`, `${root}/${id}/history`]),
  ];
}

/** What somebody learns of threads that they do not see, by each way. */
export async function findLeaks(
  notes: SecretNotes,
  call: Caller,
  seen: readonly Planted[],
): Promise<string[]> {
  const leaks: string[] = [];
  for (const path of ways(notes)) {
    const { text, status } = await notes.api.call('GET', path, call);
    // A refusal repeats the `_id` that was asked for.
    const told = status < 400 ? notes.toldIn(text).filter((one) => !seen.includes(one)) : [];
    leaks.push(...told.map(({ secret }) => `${path}: ${secret}`));
    if (status >= 400 && text.includes('planted-')) leaks.push(path);
  }
  return leaks;
}

/** The threads that the list of all has, and the records that the filter for open queries finds. */
export async function listAll({ api, toldIn, collection }: SecretNotes, call: Caller) {
  const all = await api.call('GET', '/api/threads?_perPage=100', call);
  const open = await api.call('GET', `/api/${collection}?thread_open=true&_perPage=100`, call);
  const found: { _id: string }[] = open.json.data ?? [];
  return {
    threads: toldIn(all.text),
    total: all.json.total,
    records: new Set(found.map(({ _id }) => _id)),
    totalOfRecords: open.json.total ?? 0,
  };
}

/** What `listAll` has for somebody who sees these threads. */
export function listedOf(seen: readonly Planted[]) {
  const about = new Set(seen.flatMap(({ record }) => record ?? []));
  return { threads: seen, total: seen.length, records: about, totalOfRecords: about.size };
}

/** What the roles learn of threads that they do not see, and whether each lists all that it sees. */
export async function findAllLeaks(notes: SecretNotes): Promise<string[]> {
  const leaks: string[] = [];
  for (const as of notes.names) {
    const seen = notes.seenAs(as);
    leaks.push(...(await findLeaks(notes, { as }, seen)).map((leak) => `${as} ${leak}`));
    const { threads } = await listAll(notes, { as });
    if (threads.length !== seen.length) leaks.push(`${as} misses ${seen.length - threads.length}`);
  }
  return leaks;
}
