import { writeXlsx } from 'hucre/xlsx';
import { makeZip } from '../support/make-zip.ts';
import { PLANTED } from '../support/twin-world.ts';
import type { TwinRequest } from './twin-requests.ts';

type Parts = { mapping?: object; [name: string]: unknown };

const docs = [
  'name,dept,parent,count,other',
  'New,mine,d1,1,x',
  `To hidden,closed,d3,2,${PLANTED}`,
  `By name,${PLANTED} dept,x1,3,y`,
  `Doc d1,theirs,d2,4,${PLANTED}`,
  'Doc d2,mine,x3,0,',
  `${PLANTED} 1,v1,Doc d4,six,z`,
].join('\n');

const ids =
  '_id,name,parent\nd1,Doc d1,d3\nd6,Deleted,\nx1,Hidden,\nx3,Hidden too,\nd3,Doc d3,\nv1,Vault,';

/** Ways to name in a file, or in its settings, what the caller may not see. */
const settings: readonly Parts[] = [
  {},
  { mode: 'upsert', key: 'name' },
  { mode: 'update', key: '_id' },
  { mode: 'upsert', key: 'hUniq' },
  { mode: 'upsert', key: 'name,hUniq' },
  { mode: 'upsert', key: 'name', atomic: true },
  { mapping: { other: 'hText' } },
  { mapping: { other: 'hRef.name' } },
  { mapping: { other: 'dept.name' } },
  { mapping: { dept: { field: 'dept', by: 'title', create: true } } },
  { mapping: { dept: { field: 'dept', by: 'key', create: true, given: { pub: 'true' } } } },
  { mapping: { other: { field: 'dept', by: 'key' }, dept: null } },
  { constants: { hText: PLANTED } },
  { constants: { dept: 'closed' } },
  { constants: { state: 'done' } },
  { key: 'name', mode: 'update', missing: { where: { hText: PLANTED } } },
  { key: 'name', mode: 'update', missing: { where: {}, set: { count: '9' } } },
  { key: 'name', mode: 'update', missing: { where: {}, set: { hText: 'x' } } },
  { key: 'name', mode: 'update', missing: { where: { 'dept.name_starts': PLANTED } } },
];

/** Files of each format that a caller imports at once. */
export async function importsOf(): Promise<TwinRequest[]> {
  const rows = docs.split('\n').map((line) => line.split(','));
  const book = new Uint8Array(await writeXlsx({ sheets: [{ name: 'docs', rows }] }));
  const zip = makeZip({
    'docs.csv': `name,paper,hFile\nWith file,files/a.txt,files/b.txt\nDoc d1,files/a.txt,\n`,
    'files/a.txt': 'a',
    'files/b.txt': 'b',
  });
  const json = JSON.stringify([
    { name: 'Json', hText: PLANTED, hRef: 'v1' },
    { _id: 'x1', name: 'Taken' },
    { _id: 'd1', _version: 1, name: 'Doc d1', parent: 'd3' },
  ]);
  const table = { name: 'docs.csv', content: docs };
  const list = { name: 'docs.json', content: json };
  const others = [
    { name: 'ids.csv', content: ids },
    { name: 'docs.xlsx', content: book },
    { name: 'docs.zip', content: zip },
  ];
  const own = [table, list].flatMap((file) =>
    settings.map(({ mapping, ...parts }) => ({
      resource: 'docs',
      file: { ...file, parts: { ...parts, mapping: { other: null, ...mapping } } },
    })),
  );
  const plain = ['docs', 'depts', 'vault'].flatMap((resource) =>
    [table, list, ...others].map((file) => ({ resource, file: { ...file, parts: {} } })),
  );
  // Dry runs, so that each finds the records that the others found.
  return [...own, ...plain].map(({ resource, file: { parts, ...file } }) => ({
    method: 'POST',
    path: `/api/${resource}/import`,
    file: { ...file, parts: asTexts({ ...parts, dryRun: true }) },
  }));
}

function asTexts(parts: Parts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parts).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

const post = (way: string, body: object = {}): TwinRequest => ({
  method: 'POST',
  path: `/api/jobs/<job>${way}`,
  body,
});
const get = (way: string): TwinRequest => ({ method: 'GET', path: `/api/jobs/<job>${way}` });
const ended: TwinRequest = { ...get(''), until: 'ended' };

/** All that a person can ask about a job that has ended. */
const results: readonly TwinRequest[] = [
  ended,
  ...['failed', 'created', 'updated', 'warning'].flatMap((outcome) =>
    ['rows', 'problems'].map((part) => get(`/${part}?outcome=${outcome}`)),
  ),
  get('/failed'),
];

/** Imports as jobs, from the file to the end: one is undone, of the other the failed rows are tried again. */
export function jobsOf(): TwinRequest[] {
  const options = { mode: 'upsert', key: 'name', mapping: { other: null } };
  const mapping = { dept: 'dept', parent: 'parent' };
  const upload: TwinRequest = {
    method: 'POST',
    path: '/api/docs/jobs',
    file: { name: 'docs.csv', content: docs },
  };
  const tried = settings.flatMap((each) => [
    post('/run', { ...each, mapping: { other: null, ...each.mapping }, dryRun: true }),
    ended,
    get('/failed'),
  ]);
  return [
    upload,
    post('/look'),
    post('/look', { mapping: { other: 'hText', dept: { field: 'dept', by: 'title' } } }),
    ...Object.keys(mapping).map((column) =>
      post('/values', { column, kind: 'unmatched', mapping }),
    ),
    ...tried,
    post('/run', options),
    ...results,
    get('/sheets'),
    { method: 'GET', path: '/api/changes' },
    post('/undo'),
    ...results,
    { method: 'DELETE', path: '/api/jobs/<job>' },
    upload,
    post('/run', options),
    ended,
    post('/again', { cells: { 2: { dept: 'theirs' } } }),
    ...results,
    { method: 'DELETE', path: '/api/jobs/<job>' },
  ];
}

/** Exports whose content lies in a ZIP. */
export const packed: readonly TwinRequest[] = ['docs', 'depts', 'vault'].flatMap((resource) =>
  [
    'format=xlsx&_references=title',
    'format=xlsx&_references=both',
    '_files=true&format=csv',
    '_files=true&format=csv&_fields=name,hFile',
    '_files=true&format=xlsx&_references=title',
  ].map((query) => ({ method: 'GET', path: `/api/${resource}/export?${query}` })),
);
