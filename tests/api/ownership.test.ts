import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/store/records/sql/new-id.ts';
import { confirmFactor, insertFactor } from '../../src/store/system/accounts/factors.ts';
import { listRoutes } from '../../src/api/routes.ts';
import type { Route } from '../../src/api/http/route.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { saveRecipe } from '../../src/store/system/jobs/recipes.ts';
import { connectIdentity } from '../support/connect-identity.ts';
import { unsubscribeToken } from '../../src/services/threads/unsubscribe-token.ts';
import { emailOf, openTestApi, SECRET } from '../support/api.ts';
import { openSessionOf } from '../support/open-session.ts';
import { insertMessage, insertThread } from '../../src/store/system/threads/threads.ts';
import { insertWebhook } from '../../src/store/system/webhooks/webhooks.ts';
import { bodies, type Fate, fates } from '../support/route-fates.ts';

const own = { createdBy: '$user' };
const self = { _id: '$user' };
const byAdmins = { write: ['admin'] };

const descriptor = toDescriptor({
  roles: { admin: { all: true }, member: {}, guest: {} },
  resources: {
    notes: {
      fields: { text: { type: 'text', required: true }, paper: { type: 'file' } },
      permissions: {
        member: {
          list: own,
          read: own,
          create: true,
          update: own,
          delete: own,
          import: true,
          history: true,
          restore: true,
        },
        guest: ['list', 'read'],
      },
    },
    users: {
      fields: {
        email: { type: 'email', required: true, unique: true, ...byAdmins },
        name: { type: 'text', required: true },
        role: { type: 'choice', choices: ['admin', 'member', 'guest'], ...byAdmins },
        status: {
          type: 'choice',
          choices: ['pending', 'confirmed', 'disabled', 'invited'],
          ...byAdmins,
        },
      },
      permissions: { member: { list: self, read: self, update: self } },
    },
  },
});

let count = 0;

const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

type Person = { name: string; id: string; token: string; role: string };

async function newPerson(role: string): Promise<Person> {
  const name = `${role}${(count += 1)}`;
  const { _id: id } = await api.addUser(name, role);
  return { name, id, role, token: await openSessionOf(api, name) };
}

/** Something of somebody, as the path of a route has it. */
async function thingOf(path: string, { id, name, token, role }: Person): Promise<string> {
  if (path.startsWith('/api/notes/')) {
    const notes = descriptor.resources.get('notes')!;
    const values = {
      text: 'x',
      ...(path.includes('/files/') && { paper: { id: await paperOf(id) } }),
    };
    const made = await api.store.create(notes, values, { userId: id });
    if (!('record' in made)) throw new Error(JSON.stringify(made));
    return made.record._id;
  }
  if (path.startsWith('/api/changes/')) {
    const changeSet = `set-of-${name}`;
    const headers = { 'Change-Set': changeSet };
    const made = await api.call('POST', '/api/notes', { token, headers, body: { text: 'x' } });
    return made.status === 201 ? changeSet : 'none';
  }
  if (path.startsWith('/api/files/uploads/')) return await uploadOf(token);
  if (path.startsWith('/api/files/')) return role === 'guest' ? 'none' : await paperOf(id);
  if (path.startsWith('/api/views/')) {
    const body = { resource: 'notes', name: 'mine' };
    return (await api.call('POST', '/api/views', { token, body })).json?._id ?? 'none';
  }
  if (path.startsWith('/api/threads/')) return await threadOf(id);
  if (path.startsWith('/api/inbox/')) return unsubscribeToken(SECRET, { kind: 'all', person: id });
  if (path.startsWith('/api/watches/')) {
    const body = { resource: 'notes' };
    return (await api.call('PUT', '/api/watches', { token, body })).json?._id ?? 'none';
  }
  if (path.includes('/user/:id/sessions')) return id;
  if (path.endsWith('/sessions/:id')) {
    const { json } = await api.call('GET', '/api/users/current/sessions', { token });
    return json.data[0].id;
  }
  if (path.startsWith('/api/keys/')) {
    const body = { name: 'Robot', collections: {} };
    return (await api.call('POST', '/api/keys', { token, body })).json.id;
  }
  if (path.includes('/current/factors/')) {
    const factor = newId();
    await insertFactor(api.database, { id: factor, userId: id, kind: 'totp', name: 'Phone' });
    if (!path.endsWith('/confirm')) await confirmFactor(api.database, id, factor, { step: 0 });
    return factor;
  }
  if (path.includes('/current/identities/')) return await connectIdentity(api.database, id);
  if (path.startsWith('/api/admin/outbox/')) return 'none';
  if (path.startsWith('/api/admin/webhooks/'))
    return role === 'admin' ? await webhookOf(id) : 'none';
  if (path.startsWith('/api/jobs/')) return await importOf(token);
  if (path.startsWith('/api/recipes/')) return await recipeOf(id, name);
  if (path.startsWith('/api/structure/drafts/'))
    await api.database.query(
      `insert into backoffice.structure_drafts (person, files, base, base_hash)
       values ($1, '[]', '[]', '') on conflict do nothing`,
      [id],
    );
  if (path.endsWith('/:key')) {
    await api.call('PUT', path.replace(':key', 'grid'), { token, body: { mine: true } });
    return 'grid';
  }
  return id;
}

/** A session of somebody, which they do not use. */
async function sessionOf({ name }: Person): Promise<string> {
  const token = await openSessionOf(api, name);
  const { json } = await api.call('GET', '/api/users/current/sessions', { token });
  return json.data.find(({ current }: { current: boolean }) => current).id;
}

/** A file that somebody has uploaded. */
async function paperOf(person: string): Promise<string> {
  const { blobs } = api.services;
  const path = join(blobs.scratch, person);
  await writeFile(path, 'paper');
  const sha256 = createHash('sha256').update('paper').digest('hex');
  await blobs.put(sha256, path, 5);
  await api.database.query(
    'insert into backoffice.blobs (sha256, size, stored) values ($1, 5, true) on conflict do nothing',
    [sha256],
  );
  await api.database.query(
    `insert into backoffice.files (id, sha256, name, type, size, created_by)
     values ($1, $2, 'paper.txt', 'text/plain', 5, $3) on conflict do nothing`,
    [`paper-${person}`, sha256, person],
  );
  return `paper-${person}`;
}

/** A thread about a note of somebody, with a message of theirs that has the same `_id`. */
async function threadOf(by: string): Promise<string> {
  const note = await api.store.create(
    descriptor.resources.get('notes')!,
    { text: 'x' },
    { userId: by },
  );
  if (!('record' in note)) throw new Error(JSON.stringify(note));
  const id = newId();
  const asked = { assignee: null, assigneeRole: null, due: null };
  const of = {
    resource: 'notes',
    record: note.record._id,
    fields: [],
    job: null,
    changeSet: null,
    place: undefined,
  };
  await insertThread(api.database, { ...of, ...asked, id, status: 'comment', by });
  await insertMessage(api.database, { id, thread: id, by, text: 'x', mentions: [] });
  return id;
}

async function webhookOf(createdBy: string): Promise<string> {
  const id = newId();
  const settings = { name: 'x', url: 'https://example.org/', resources: ['notes'], role: 'admin' };
  const rest = { events: ['created'] as const, filter: null, fields: null, enabled: false };
  const secret = Buffer.alloc(0);
  await api.database.transaction((sql) =>
    insertWebhook(sql, { ...settings, ...rest, id, createdBy, secret }),
  );
  return id;
}

async function uploadOf(token: string): Promise<string> {
  const headers = {
    'Content-Disposition': 'attachment; filename="a.txt"',
    'Upload-Complete': '?0',
    'Upload-Length': '5',
  };
  const body = Buffer.alloc(0);
  const begun = await api.call('POST', '/api/files?field=notes.paper', { token, headers, body });
  return begun.json?.id ?? 'none';
}

async function importOf(token: string): Promise<string> {
  const body = new FormData();
  body.set('file', new File(['[{"text":"x"}]'], 'notes.json'));
  const request = new Request('http://localhost/api/notes/jobs', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body,
  });
  const answer = await api.api.fetch(request, { address: '127.0.0.1' });
  return answer.status === 201 ? ((await answer.json()) as { id: string }).id : 'none';
}

async function recipeOf(owner: string, name: string): Promise<string> {
  if (name.startsWith('guest')) return 'none';
  const id = `recipe-${name}`;
  const of = { resource: 'notes', header: name, owner };
  await saveRecipe(api.database, { ...of, id, name, request: {} });
  return id;
}

const routes = listRoutes(descriptor).filter(({ path }) => path.includes(':'));
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

it('the test knows the owner of every route with an ID', () => {
  expect(routes.map(nameOf).toSorted()).toEqual(Object.keys(fates).toSorted());
});

describe.each(['admin', 'member', 'guest'] as const)('%s', (role) => {
  it.each(routes.map((route) => [nameOf(route), route] as const))('%s', async (name, route) => {
    const caller = await newPerson(role);
    const another = await newPerson(role);
    const got: Fate[] = [];
    for (const owner of [another, caller]) {
      const id = await thingOf(route.path, owner);
      const answer = await api.call(
        route.method,
        route.path
          .replace(/:\w+/, id)
          .replace(':version', '1')
          .replace(':message', id)
          .replace(':session', await sessionOf(owner))
          .replace(':file', `paper-${owner.id}`),
        {
          token: caller.token,
          headers: { 'If-Match': '*' },
          ...(['POST', 'PUT', 'PATCH'].includes(route.method) ? { body: bodies[name] ?? {} } : {}),
        },
      );
      expect(answer.status).toBeLessThan(500);
      got.unshift(fateOf(answer.status, answer.json?.code, name));
    }

    expect(got).toEqual(fates[name]![role]);
    if (fates[name]![role][1] !== 'in') await expectUntouched(another);
  });
});

function fateOf(status: number, code: unknown, name: string): Fate {
  if (status === 403 || code === 'A008') return 'kept';
  // There is no such mail or delivery, which only who may look is told.
  if (status === 404 && !/\/outbox\/|:delivery/.test(name)) return 'hidden';
  return 'in';
}

async function expectUntouched({ id, name, token }: Person): Promise<void> {
  const { json } = await api.call('GET', '/api/users/current', { token });
  expect(json).toMatchObject({ _id: id, name, email: emailOf(name), status: 'confirmed' });
}

it('preferences of the same key are separate for each user', async () => {
  const [one, other] = [await newPerson('guest'), await newPerson('guest')];
  const path = '/api/users/current/settings/grid';

  await api.call('PUT', path, { token: one.token, body: { mine: true } });
  await api.call('DELETE', path, { token: other.token });

  expect((await api.call('GET', path, { token: one.token })).json).toEqual({ mine: true });
  expect((await api.call('GET', path, { token: other.token })).json).toBeNull();
});
