import { operations } from '../../src/descriptor/descriptor.ts';
import { makeKey } from './api-keys.ts';
import { openTestApi, type TestApi } from './api.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';

/** Stands in every value that a role may not see; no answer to it may contain it. */
export const PLANTED = 'Planted7';

const all = [...operations];
const everything = Object.fromEntries(all.map((each) => [each, true]));

/**
 * A descriptor with each way in which permissions hide something: fields, collections, records by a filter of their
 * own, records by a filter through a reference, and values behind hidden records.
 */
const twinDescriptor = toDescriptor({
  roles: { admin: { all: true }, editor: {}, member: {}, reader: {} },
  resources: {
    docs: {
      title: '{name}',
      importKey: 'name',
      duplicates: [{ field: 'name' }],
      fields: {
        name: { type: 'text', required: true, unique: true, search: true },
        state: {
          type: 'choice',
          choices: ['draft', 'review', 'done'],
          states: {
            initial: ['draft'],
            transitions: [
              { name: 'submit', from: ['draft'], to: 'review' },
              { name: 'finish', from: ['review'], to: 'done', roles: ['admin'] },
              { name: 'reopen', from: ['review', 'done'], to: 'draft' },
            ],
          },
        },
        count: { type: 'number', integer: true },
        tags: { type: 'tags' },
        size: { type: 'object', fields: { w: { type: 'number' }, h: { type: 'number' } } },
        dept: { type: 'reference', to: 'depts' },
        deptName: { type: 'text', computed: 'dept.name', search: true },
        parent: { type: 'reference', to: 'docs', tree: true },
        hText: { type: 'text', read: ['admin'], search: true },
        hUniq: { type: 'text', read: ['admin'], unique: true },
        hRef: { type: 'reference', to: 'vault', read: ['admin'] },
        hFrom: { type: 'date', read: ['admin'] },
        paper: { type: 'file' },
        hFile: { type: 'file', read: ['admin'] },
      },
      permissions: {
        editor: all,
        member: {
          ...everything,
          list: { 'dept.members': '$user' },
          read: { 'dept.members': '$user' },
        },
        reader: ['list', 'read', 'export', 'history'],
      },
    },
    depts: {
      title: '{name}',
      importKey: 'name',
      fields: {
        name: { type: 'text', required: true, unique: true, search: true },
        pub: { type: 'boolean' },
        members: { type: 'references', to: 'users' },
      },
      permissions: {
        editor: { ...everything, list: { pub: true }, read: { pub: true } },
        member: { list: { pub: true }, read: { pub: true } },
        reader: { list: { pub: true }, read: { pub: true }, history: true },
      },
    },
    vault: {
      title: '{name}',
      importKey: 'name',
      fields: {
        name: { type: 'text', required: true, search: true },
        doc: { type: 'reference', to: 'docs' },
        dept: { type: 'reference', to: 'depts' },
        about: { type: 'reference', to: 'users' },
      },
    },
    users: {
      title: '{name}',
      fields: {
        email: { type: 'email', required: true, unique: true },
        name: { type: 'text', required: true },
        role: {
          type: 'choice',
          choices: ['admin', 'editor', 'member', 'reader'],
          write: ['admin'],
        },
        status: {
          type: 'choice',
          choices: ['pending', 'confirmed', 'disabled', 'invited'],
          write: ['admin'],
        },
        salary: { type: 'text', read: ['admin'] },
      },
      permissions: { editor: ['list', 'read'] },
    },
  },
});

export type Twin = {
  api: TestApi;
  tokens: Record<string, string>;
  ids: [string, string][];
  /** The last that a caller has made. */
  job: string;
};

/**
 * One of the installations. `planted`: the values of hidden fields and the records that nobody but admins may see are
 * others. `more`: so are the records that only members and the key may not see.
 */
export async function openTwin({ planted = false, more = false } = {}): Promise<Twin> {
  const api = await openTestApi({ descriptor: () => twinDescriptor });
  const hidden = planted ? PLANTED : 'Plain';
  const member = api.userId('member');
  const add = async (resource: string, body: object) => {
    const { status, text } = await api.call('POST', `/api/${resource}`, { as: 'admin', body });
    if (status !== 201) throw new Error(text);
  };
  const send = async (method: string, path: string, body?: object) => {
    const headers = { 'If-Match': '*' };
    const { status, text } = await api.call(method, `/api/${path}`, { as: 'admin', body, headers });
    if (status !== 200) throw new Error(text);
  };
  await add('depts', { _id: 'mine', name: 'Mine', pub: true, members: [member] });
  await add('depts', { _id: 'theirs', name: 'Theirs', pub: true });
  await add('depts', { _id: 'closed', name: `${hidden} dept`, members: [member] });
  await add('vault', { _id: 'v1', name: hidden, dept: 'mine', about: member });
  await add('vault', { _id: 'v2', name: `${hidden} two` });
  const doc = (_id: string, dept: string, values: object = {}) =>
    add('docs', { _id, name: `Doc ${_id}`, dept, count: 1, hText: hidden, ...values });
  const file = async (field: string, content: string) => {
    const answer = await api.call('POST', `/api/files?field=docs.${field}`, {
      as: 'admin',
      body: new TextEncoder().encode(content),
      headers: { 'Content-Disposition': `attachment; filename="${content}.txt"` },
    });
    return answer.json.id;
  };
  await doc('d1', 'mine', {
    paper: await file('paper', 'paper'),
    hFile: await file('hFile', hidden),
    hUniq: `${hidden} u`,
    hRef: 'v1',
    hFrom: planted ? '2020-01-01' : null,
  });
  await doc('d2', 'mine', { parent: 'd1', tags: ['a'] });
  await doc('d3', 'closed', { parent: 'd2' });
  await doc('d4', 'theirs', {
    count: 3,
    size: more ? { w: 9 } : { w: 1 },
    tags: [more ? PLANTED : 'b'],
  });
  await doc('d5', 'mine', { count: 2 });
  await doc('d6', 'mine', { hRef: 'v2', hUniq: 'same' });
  await add('vault', { _id: 'v3', name: 'Refers', doc: 'd2' });
  if (planted)
    await add('vault', { _id: 'v4', name: PLANTED, doc: 'd2', about: api.userId('editor') });
  await send('PATCH', 'docs/d1', { hText: `${hidden} two`, count: 4 });
  await send('PATCH', 'docs/d5', { state: 'review' });
  await send('DELETE', 'docs/d6');
  await send('DELETE', 'vault/v2');
  await send('PATCH', 'docs/d5', { hUniq: 'same' });
  for (const name of ['member', 'editor'])
    await send('PATCH', `users/${api.userId(name)}`, { salary: hidden });
  if (planted) await add('depts', { _id: 'closed2', name: `${PLANTED} two` });
  if (more) {
    for (const at of [1, 2, 3])
      await doc(`x${at}`, 'theirs', { name: `${PLANTED} ${at}`, count: 9, tags: [PLANTED] });
    await send('DELETE', 'docs/x3');
  }
  const key = await makeKey(
    api,
    'editor',
    {
      docs: {
        operations: all.filter((each) => each !== 'history'),
        fields: ['name', 'count', 'parent', 'state', 'deptName'],
        filter: { count_lte: 5 },
      },
    },
    { rate: 10_000 },
  );
  const tokens: Record<string, string> = { key: key.token };
  for (const role of twinDescriptor.roles.keys()) tokens[role] = await api.tokenOf(role);
  const people = [...twinDescriptor.roles.keys()];
  const ids = people.map((name): [string, string] => [api.userId(name), `<${name}>`]);
  return { api, tokens, ids, job: 'nobody' };
}
