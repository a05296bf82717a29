import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, PASSWORD } from '../../support/api.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { openSessionOf } from '../../support/open-session.ts';
import { studiesSource, upload } from '../../support/studies.ts';

/** The studies, and a role that lists and changes them, but may not read one alone. */
function withLister() {
  const source = structuredClone(studiesSource) as any;
  const { studies, users } = source.resources;
  source.roles.lister = {};
  studies.permissions.lister = ['list', 'create', 'update'];
  studies.permissions.viewer.history = true;
  users.fields.role.choices.push('lister');
  return toDescriptor(source);
}

const pdf = makePdf(['Bisphenol A migrates']);
const ifMatch = { 'If-Match': '*' };
let descriptor = withLister();
let count = 0;

const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

type Study = { id: string; title: string; file: string; paper: string; past: string };

/** A study of somebody with a file, one that it had before, and a paper that only admins may read. */
async function makeStudy(owner: string): Promise<Study> {
  const make = async (field: string) => (await upload(api, pdf, { as: 'admin', field })).json.id;
  const [file, past, paper] = [
    await make('studies.document'),
    await make('studies.document'),
    await make('studies.papers'),
  ];
  const title = `Study ${(count += 1)}`;
  const body = { title, owner, document: past, papers: [paper] };
  const { json } = await api.call('POST', '/api/studies', { as: 'admin', body });
  await change(json._id, { document: file });
  return { id: json._id, title, file, paper, past };
}

async function change(id: string, body: object, as = 'admin'): Promise<number> {
  return (await api.call('PATCH', `/api/studies/${id}`, { as, body, headers: ifMatch })).status;
}

type Caller = { as?: string; token?: string };

async function linkTo(path: Record<string, unknown>, caller: Caller): Promise<string> {
  const body = { files: [path] };
  const { json } = await api.call('POST', '/api/files/links', { ...caller, body });
  return json.links[0].url;
}

type Way = (study: Study, file: string, caller: Caller) => Promise<number | undefined>;

/** All the ways to a file of a study, with a status each. */
const ways: Readonly<Record<string, Way>> = {
  get: async ({ id }, file, caller) =>
    (await api.call('GET', `/api/studies/${id}/files/${file}`, caller)).status,
  link: async ({ id }, file, caller) => {
    if (!caller.as) return undefined;
    const url = await linkTo({ id: file, resource: 'studies', record: id }, caller);
    return (await api.call('GET', url)).status;
  },
  pages: async ({ id }, file, caller) =>
    (await api.call('GET', `/api/studies/${id}/files/${file}/pages?q=bisphenol`, caller)).status,
  past: async ({ id }, file, caller) =>
    (await api.call('GET', `/api/studies/${id}/history/files/${file}`, caller)).status,
  copy: async ({ id: record }, file, caller) => {
    const body = { title: 'copy', resource: 'studies', record };
    return (await api.call('POST', `/api/files/${file}/copies`, { ...caller, body })).status;
  },
  own: async (_, file, caller) => (await api.call('GET', `/api/files/${file}`, caller)).status,
  public: async ({ id }, file, caller) =>
    (await api.call('GET', `/api/public/studies/${id}/files/${file}`, caller)).status,
  name: async (_, document, caller) => {
    const body = { title: `Named ${(count += 1)}`, document };
    return (await api.call('POST', '/api/studies', { ...caller, body })).status;
  },
};

async function statusesOf(study: Study, file: string, caller: Caller): Promise<object> {
  const all = Object.entries(ways).map(async ([name, way]) => [
    name,
    await way(study, file, caller),
  ]);
  return Object.fromEntries(await Promise.all(all)) as object;
}

const none = { own: 404, public: 404 };
const hidden = { get: 404, link: 404, pages: 404, past: 404, copy: 404, name: 422, ...none };
const refused = { get: 403, link: 403, pages: 403, past: 403, copy: 404, name: 403, ...none };
const readable = { get: 200, link: 200, pages: 200, past: 200, copy: 201, name: 201, ...none };
const visitor = {
  get: 401,
  link: undefined,
  pages: 401,
  past: 401,
  copy: 401,
  name: 401,
  own: 401,
};

/** Of the file of a study: by the role, and whose study it is. */
const expected: readonly [string, 'viewer' | 'nobody', 'file' | 'paper', object][] = [
  ['admin', 'nobody', 'file', { ...readable, own: 200 }],
  ['admin', 'nobody', 'paper', { ...readable, own: 200 }],
  ['staff', 'nobody', 'file', readable],
  ['staff', 'nobody', 'paper', hidden],
  ['viewer', 'viewer', 'file', { ...readable, name: 403 }],
  ['viewer', 'viewer', 'paper', { ...hidden, name: 403 }],
  ['viewer', 'nobody', 'file', { ...hidden, name: 403 }],
  ['viewer', 'nobody', 'paper', { ...hidden, name: 403 }],
  ['lister', 'nobody', 'file', { ...refused, name: 422 }],
  ['lister', 'nobody', 'paper', { ...refused, name: 422 }],
  ['guest', 'nobody', 'file', refused],
  ['', 'nobody', 'file', { ...visitor, public: 404 }],
];

test.each(expected)('%j and a study of %s: its %s', async (as, owner, of, statuses) => {
  const study = await makeStudy(owner);
  const caller = as === '' ? {} : { as };
  expect(await statusesOf(study, study[of], caller)).toEqual(statuses);
});

test('a removed file is only in the history of its record', async () => {
  const study = await makeStudy('viewer');
  const gone = { ...hidden, past: 200 };
  expect(await statusesOf(study, study.past, { as: 'staff' })).toEqual(gone);
  expect(await statusesOf(study, study.past, { as: 'viewer' })).toEqual({ ...gone, name: 403 });
});

describe('a file of two records', () => {
  test('can be read through the record that its reader can read', async () => {
    const theirs = await makeStudy('nobody');
    const mine = await makeStudy('viewer');
    await change(mine.id, { document: theirs.file });

    const caller = { as: 'viewer' };
    expect(await ways['get']!(mine, theirs.file, caller)).toBe(200);
    expect(await ways['link']!(mine, theirs.file, caller)).toBe(200);
    expect(await ways['copy']!(mine, theirs.file, caller)).toBe(201);
    expect(await statusesOf(theirs, theirs.file, caller)).toEqual({ ...hidden, name: 403 });
  });

  test('can be used by users who can read one of the records', async () => {
    const study = await makeStudy('nobody');
    expect(await ways['name']!(study, study.paper, { as: 'staff' })).toBe(422);
    await change((await makeStudy('nobody')).id, { document: study.paper });
    expect(await ways['name']!(study, study.paper, { as: 'staff' })).toBe(201);
  });
});

describe('the files of a record', () => {
  test('do not move to another field without the right to read them', async () => {
    const study = await makeStudy('nobody');
    expect(await change(study.id, { document: study.paper }, 'staff')).toBe(422);
    expect(await change(study.id, { document: study.past }, 'staff')).toBe(200);
  });

  test('do not move to a field that does not accept them', async () => {
    const study = await makeStudy('nobody');
    expect(await change(study.id, { pictures: [study.file] })).toBe(422);
  });
});

describe('a signed address stops working', () => {
  let study: Study;
  let name: string;
  let token: string;
  let url: string;
  const opened = async () => {
    const { status, json } = await api.call('GET', url);
    return [status, json?.code];
  };

  beforeEach(async () => {
    study = await makeStudy('nobody');
    name = `reader${(count += 1)}`;
    await api.addUser(name, 'staff');
    token = await openSessionOf(api, name);
    url = await linkTo({ id: study.file, resource: 'studies', record: study.id }, { token });
    if ((await opened())[0] !== 200) throw new Error('the address does not work at all');
  });

  test('when its user gets another role', async () => {
    const path = `/api/admin/user/${api.userId(name)}/role`;
    await api.call('PUT', path, { as: 'admin', body: { role: 'lister' } });
    expect((await opened())[0]).toBe(403);
  });

  test('when its user is disabled', async () => {
    const path = `/api/admin/user/${api.userId(name)}/disable`;
    await api.call('PUT', path, { as: 'admin', body: {} });
    expect(await opened()).toEqual([403, 'A025']);
  });

  test('when its session is locked, until it is unlocked', async () => {
    await api.call('POST', '/api/users/current/lock', { token });
    expect((await opened())[1]).toBe('A017');
    const body = { password: PASSWORD };
    await api.call('POST', '/api/users/current/unlock', { token, body });
    expect((await opened())[0]).toBe(200);
  });

  test('when another session ends its session', async () => {
    const other = await openSessionOf(api, name);
    const path = '/api/users/current/sessions';
    const { json } = await api.call('GET', path, { token: other });
    for (const { id, current } of json.data)
      if (!current) await api.call('DELETE', `${path}/${id}`, { token: other });
    expect(await opened()).toEqual([403, 'A025']);
  });

  test('when the record is deleted', async () => {
    await api.call('DELETE', `/api/studies/${study.id}`, { as: 'admin', headers: ifMatch });
    expect(await opened()).toEqual([404, 'S001']);
  });

  test('when the record gets another file', async () => {
    await change(study.id, { document: study.past });
    expect(await opened()).toEqual([404, 'S001']);
  });

  test('when its user can no longer read the field', async () => {
    const before = descriptor;
    const source = structuredClone(studiesSource) as any;
    source.resources.studies.fields.document.read = ['admin'];
    descriptor = toDescriptor(source);
    const found = await opened();
    descriptor = before;
    expect(found).toEqual([404, 'S001']);
  });

  test('with the path of the history or of the uploader instead of its own', async () => {
    const query = url.slice(url.indexOf('?'));
    for (const path of [
      `/api/studies/${study.id}/history/files/${study.file}`,
      `/api/files/${study.file}`,
      `/api/studies/${study.id}`,
      `/api/studies/${study.id}/files/${study.file}/pages`,
    ])
      expect([401, 403]).toContain((await api.call('GET', path + query)).status);
  });
});
