import { PLANTED } from '../support/twin-world.ts';

export type TwinRequest = {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** A form with a file, in place of a body. */
  file?: {
    name: string;
    content: string | Uint8Array<ArrayBuffer>;
    parts?: Record<string, string>;
  };
  /** Asked again until the job in the answer has ended. */
  until?: 'ended';
};

type Operation = { parameters?: { name: string; in: string }[]; requestBody?: any };

/** Of records that are there, hidden, in the trash, and nowhere. */
const ids = ['d1', 'd2', 'd3', 'd4', 'mine', 'closed', 'v1', 'x1', 'x3', 'd6', 'nobody'];

/** What to ask for in each parameter of a query that can name or compare something hidden. */
const asked: Record<string, readonly string[]> = {
  q: [PLANTED, 'Doc', '-', 'Palnted7'],
  _sort: ['hText', 'deptName', 'parent', '-dept'],
  _fields: ['hText', 'name,deptName'],
  fields: ['hText', 'name', 'dept', 'deptName', 'tags', 'state'],
  where: [
    `{"hText":"${PLANTED}"}`,
    `{"dept.name_starts":"${PLANTED}"}`,
    '{"some(vault.doc)._id_null":false}',
    '{"count(docs.parent)_gt":0}',
  ],
  _by: ['hText', 'dept', 'deptName', 'state', 'tags', 'createdAt'],
  _aggregate: ['hText:count', 'count:sum', 'count:max'],
  field: ['hText', 'name'],
  resource: ['docs', 'vault'],
  format: ['json', 'csv', 'xlsx'],
  by: ['nobody'],
  _asOf: ['$now'],
};

/** The requests of an operation that reads, with each of its parameters. */
export function readsOf(path: string, { parameters = [] }: Operation): TwinRequest[] {
  return pathsOf(path).flatMap((each) => {
    const queries = parameters
      .filter((parameter) => parameter.in === 'query')
      .flatMap(({ name }) =>
        (asked[name] ?? []).map((value) => `?${name}=${encodeURIComponent(value)}`),
      );
    // A filter is a parameter of each list that declares none by name.
    const filters = parameters.some(({ name }) => name === '_sort')
      ? [`?hText=${PLANTED}`, `?dept.name_contains=${PLANTED}`, `?deptName_contains=${PLANTED}`]
      : [];
    const required = queries.length > 0 ? ['?_by=state&_aggregate=count:sum&q=Doc'] : [];
    const some = each.includes('/d1') || !path.includes('{') ? queries.concat(filters) : [];
    return ['', ...some, ...(path.endsWith('/groups') ? required : [])].map((query) => ({
      method: 'GET',
      path: `${each}${query}`,
    }));
  });
}

/** Bodies that hidden fields, records and references are in the way of, by how the path of an operation ends. */
const bodies: [RegExp, readonly unknown[]][] = [
  [
    /^(POST|PUT) .*\/(docs|depts|vault)$/,
    [
      { name: 'New' },
      { _id: 'd1', name: 'Twice' },
      { name: 'Doc d1' },
      { name: 'Ref', dept: 'closed' },
      { name: 'Up', parent: 'x1' },
      { name: 'Hidden', hText: PLANTED },
      { _id: 'd2', name: 'Put', count: 1, dept: 'mine' },
    ],
  ],
  [
    /^PATCH .*\/\{id\}$/,
    [
      { count: 5 },
      { parent: 'd3' },
      { dept: 'closed' },
      { dept: 'theirs' },
      { name: 'Doc d2' },
      { hText: null },
      { state: 'done' },
      { state: 'review' },
    ],
  ],
  [
    /\/restore$/,
    [{ version: 1 }, { version: 2, fields: ['count'] }, { version: 1, fields: ['hText'] }],
  ],
  [
    /\/trash\/restore$/,
    [
      { ids: ['d6', 'x3'], dryRun: true },
      { ids: ['d6', 'x3'], dryRun: true, clear: true },
      { ids: ['d6', 'x3'], clear: true },
    ],
  ],
  [
    /\/bulk$/,
    [
      { action: 'update', ids: ['d1', 'd4', 'x1'], data: { count: 2 } },
      { action: 'update', where: { hText: PLANTED }, data: { count: 2 } },
      { action: 'finish', ids: ['d5', 'x1'] },
      {
        records: [{ _id: 'd2', _version: 1, data: { parent: 'd3' } }, { data: { name: 'Doc d5' } }],
      },
      { action: 'delete', ids: ['d2', 'x1', 'v1', 'mine', 'closed'] },
    ],
  ],
  [
    /\/merge$/,
    [
      { keep: 'd1', merge: ['d2'], versions: { d1: 2, d2: 1 }, dryRun: true },
      { keep: 'd1', merge: ['x1'], versions: { d1: 2, x1: 1 }, dryRun: true },
      { keep: 'mine', merge: ['theirs'], versions: { mine: 1, theirs: 1 }, dryRun: true },
    ],
  ],
  [
    /\/lookup$/,
    [
      { values: [PLANTED, 'Doc d1'], fields: ['name'] },
      { values: ['x'], fields: ['hText'] },
      { values: ['1'], fields: ['size.w'] },
      { values: ['x'], fields: ['deptName', 'tags'] },
    ],
  ],
];

/** The requests of an operation that writes: the example of its description, and what is likely to be in the way. */
export function writesOf(method: string, path: string, { requestBody }: Operation): TwinRequest[] {
  const example = requestBody?.content?.['application/json']?.example;
  const known = bodies.filter(([pattern]) => pattern.test(`${method} ${path}`));
  const sent = known.at(-1)?.[1] ?? [example ?? (requestBody ? {} : undefined)];
  const headers = { 'If-Match': '*' };
  return pathsOf(path).flatMap((each) =>
    sent.map((body) => ({ method, path: each, body, headers })),
  );
}

function pathsOf(path: string): string[] {
  if (!path.includes('{')) return [path];
  const own = /\/(docs|depts|vault)\//.exec(path)?.[1];
  const starts = { docs: 'dx', depts: 'mc', vault: 'v' }[own ?? ''];
  const named = starts
    ? ids.filter((id) => id === 'nobody' || starts.includes(id[0]!))
    : ['nobody'];
  const person = /\/api\/(users|admin\/user)\//.test(path) ? ['<member>'] : named;
  return person.map((id) =>
    path
      .replace('{id}', id)
      .replace('{version}', '1')
      .replace(/\{\w+\}/g, 'nobody'),
  );
}
