import { afterAll, expect, test } from 'vitest';
import type { DescriptorSource } from '../../../src/descriptor/settings/descriptor-settings.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { applyPlan } from '../../../src/store/schema/plan/apply-plan.ts';
import { previewPlan } from '../../../src/store/schema/plan/make-plan.ts';
import { openTestApi, signIn } from '../../support/api.ts';
import { makeKey } from '../../support/api-keys.ts';
import { allOf } from '../../support/planning.ts';

/** Boxes of which staff sees the open ones. */
const source: DescriptorSource = {
  app: { title: 'Store', languages: ['en'] },
  roles: { admin: { all: true }, staff: {} },
  resources: {
    boxes: {
      fields: {
        label: { type: 'text' },
        color: { type: 'choice', choices: ['red', 'blue'] },
        isOpen: { type: 'boolean' },
      },
      permissions: { staff: { list: { isOpen: true }, read: { isOpen: true } } },
    },
    lids: {
      fields: {
        label: { type: 'text' },
        isOpen: { type: 'boolean' },
        over: { type: 'reference', to: 'lids' },
      },
      permissions: { staff: { list: { isOpen: true }, read: { isOpen: true } } },
    },
    shelves: { fields: { label: { type: 'text' } }, permissions: { staff: ['list', 'read'] } },
    users: {
      fields: {
        email: { type: 'email', required: true, unique: true },
        name: { type: 'text' },
        role: { type: 'choice', choices: ['admin', 'staff'] },
        status: { type: 'choice', choices: ['pending', 'confirmed', 'disabled', 'invited'] },
      },
    },
  },
};

let descriptor = toDescriptor(structuredClone(source));
const api = await openTestApi({ descriptor: () => descriptor });
for (const [index, isOpen] of [true, true, false, false].entries()) {
  const color = index % 2 === 0 ? 'red' : 'blue';
  const body = { _id: `b${index}`, label: `Box ${index}`, color, isOpen };
  await api.call('POST', '/api/boxes', { as: 'admin', body });
}
await api.call('POST', '/api/shelves', { as: 'admin', body: { _id: 's1', label: 'Shelf' } });
for (const body of [
  { _id: 'hidden', label: 'hidden' },
  { _id: 'top', label: 'top', isOpen: true, over: 'hidden' },
  { _id: 'base', label: 'base', isOpen: true, over: 'top' },
  { _id: 'under', label: 'under', over: 'base' },
])
  await api.call('POST', '/api/lids', { as: 'admin', body });
afterAll(() => api.close());

const reading = ['list', 'read'];

/** The ids that a key lists, or the code of the problem. */
async function listed(token: string, path: string): Promise<string[] | string> {
  const { json } = await api.call('GET', path, { token });
  return json.data?.map(({ _id }: { _id: string }) => _id).toSorted() ?? json.code;
}

/** Changes the descriptor as an installation would, with all that is asked for. */
async function change(edit: (resources: DescriptorSource['resources']) => unknown): Promise<void> {
  edit(source.resources);
  const following = toDescriptor(structuredClone(source));
  const { hash, steps } = await previewPlan(api.database, following);
  const outcome = await applyPlan(api.database, following, { plan: hash, ...allOf(steps) });
  if ('refused' in outcome) throw new Error(JSON.stringify(outcome));
  descriptor = following;
}

test('the filters of the role and of the key both apply', async () => {
  const red = { boxes: { operations: reading, filter: { color: 'red' } } };
  const { token } = await makeKey(api, 'staff', red);

  expect(await listed(await api.tokenOf('staff'), '/api/boxes')).toEqual(['b0', 'b1']);
  expect(await listed(token, '/api/boxes')).toEqual(['b0']);
  expect(await listed(token, '/api/boxes?isOpen=false')).toEqual([]);
  expect(await listed(token, '/api/boxes?color=blue')).toEqual([]);
  const codes = await Promise.all(
    ['b0', 'b1', 'b2', 'b3'].map(
      async (id) => (await api.call('GET', `/api/boxes/${id}`, { token })).json.code,
    ),
  );
  expect(codes).toEqual([undefined, 'S001', 'S001', 'S001']);
});

test.each([
  [{ 'over.label': 'top' }, ['base']],
  [{ 'over.label': 'hidden' }, []],
  [{ 'some(lids.over).label': 'base' }, ['top']],
  [{ 'some(lids.over).label': 'under' }, []],
])('the filter of a key finds only records that its owner sees: %j', async (filter, expected) => {
  const { token } = await makeKey(api, 'staff', { lids: { operations: reading, filter } });

  expect(await listed(token, '/api/lids')).toEqual(expected);
});

test('a key follows a renamed field; a removed field is hidden from it, and one in its filter hides all records', async () => {
  const grants = { shelves: { operations: reading, fields: ['label'] } };
  const named = await makeKey(api, 'staff', grants);
  const filter = { label: 'Shelf' };
  const filtered = await makeKey(api, 'staff', { shelves: { operations: reading, filter } });
  expect(await listed(filtered.token, '/api/shelves')).toEqual(['s1']);

  await change(({ shelves }) => {
    shelves!.fields = { name: { type: 'text', was: 'label' } };
  });

  const renamed = await api.call('GET', '/api/shelves/s1', { token: named.token });
  expect(renamed.json).toMatchObject({ _id: 's1', name: 'Shelf' });
  // A server reads a key again after a moment; until then the old filter allows nothing.
  await expect.poll(() => listed(filtered.token, '/api/shelves')).toEqual(['s1']);

  await change(({ shelves }) => {
    shelves!.fields = { size: { type: 'text' } };
  });

  const { json } = await api.call('GET', '/api/shelves/s1', { token: named.token });
  expect(json._id).toBe('s1');
  for (const field of ['label', 'name', 'size']) expect(json).not.toHaveProperty(field);
  expect(await listed(named.token, '/api/shelves?size=Shelf')).toBe('Q002');
  expect(await listed(filtered.token, '/api/shelves')).toBe('A006');
  expect(await listed(filtered.token, '/api/shelves/s1')).toBe('A006');
});

test('a key follows a renamed collection with its own entry, and never falls back to the entry for all others', async () => {
  const grants = {
    boxes: { operations: ['list'], fields: ['label'], filter: { color: 'red' } },
    '*': { operations: reading },
  };
  const { token, id } = await makeKey(api, 'staff', grants);
  expect(await listed(token, '/api/boxes')).toEqual(['b0']);

  await change((resources) => {
    const { boxes } = resources;
    delete resources['boxes'];
    resources['crates'] = { ...boxes!, was: 'boxes' };
  });

  expect(await listed(token, '/api/crates')).toEqual(['b0']);
  const { json: crates } = await api.call('GET', '/api/crates', { token });
  expect(crates.data[0]).not.toHaveProperty('color');
  expect((await api.call('GET', '/api/crates/b0', { token })).json.code).toBe('A006');
  expect(await listed(token, '/api/shelves')).toEqual(['s1']);
  expect(await listed(token, '/api/boxes')).toBe('Q013');
  const { json: keys } = await api.call('GET', '/api/keys', { as: 'staff' });
  const { collections } = keys.data.find((key: { id: string }) => key.id === id);
  expect(Object.keys(collections).toSorted()).toEqual(['*', 'crates']);
});

test('a removed collection is removed from the key, and the rest of its entry has no effect', async () => {
  const grants = { crates: { operations: reading }, shelves: { operations: ['list'] } };
  const { token, id } = await makeKey(api, 'staff', grants);
  expect(await listed(token, '/api/crates')).toEqual(['b0', 'b1']);

  await change((resources) => delete resources['crates']);

  expect(await listed(token, '/api/crates')).toBe('Q013');
  expect(await listed(token, '/api/shelves')).toEqual(['s1']);
  const { token: session } = (await signIn(api, 'staff')).json;
  const renewed = await api.call('PATCH', `/api/keys/${id}`, {
    token: session,
    body: { name: 'Still' },
  });
  expect(renewed.json).toMatchObject({ name: 'Still', collections: grants });
});
