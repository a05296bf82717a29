import { afterAll, beforeEach, expect, test } from 'vitest';
import type { DescriptorSource } from '../../../src/descriptor/settings/descriptor-settings.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { followWatches } from '../../../src/services/threads/follow-watches.ts';
import { applyPlan } from '../../../src/store/schema/plan/apply-plan.ts';
import { previewPlan } from '../../../src/store/schema/plan/make-plan.ts';
import { openTestApi } from '../../support/api.ts';
import { allOf } from '../../support/planning.ts';

const source: DescriptorSource = {
  app: { title: 'Store', languages: ['en'] },
  roles: { admin: { all: true }, staff: {} },
  resources: {
    boxes: {
      fields: { label: { type: 'text' }, weight: { type: 'number' }, note: { type: 'text' } },
      permissions: { staff: ['list', 'read'] },
    },
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
afterAll(() => api.close());

const { database } = api;
const follow = () => followWatches({ database, descriptor });
const ask = async (method: string, path: string, as: string, body?: object) => {
  const headers: Record<string, string> = method === 'PATCH' ? { 'If-Match': '*' } : {};
  const { status, json, text } = await api.call(method, path, { as, headers, body });
  if (status >= 300) throw new Error(text);
  return json;
};
/** What the inbox has of others' changes: the collection, the record and what happened. */
const told = async () =>
  (await ask('GET', '/api/inbox', 'staff')).data
    .map((each: any) => [each.resource, each.record, each.change])
    .toSorted();

/** Changes the descriptor as an installation would, with all that is asked for. */
async function change(edit: (resources: any) => void): Promise<void> {
  edit(source.resources);
  const following = toDescriptor(structuredClone(source));
  const { hash, steps } = await previewPlan(database, following);
  const outcome = await applyPlan(database, following, { plan: hash, ...allOf(steps) });
  if ('refused' in outcome) throw new Error(JSON.stringify(outcome));
  descriptor = following;
}

beforeEach(() => database.query('delete from backoffice.inbox'));

test('a watch goes on when its collection and the fields of its view have other names', async () => {
  await ask('POST', '/api/boxes', 'admin', { _id: 'b1', label: 'Heavy', weight: 90 });
  await ask('POST', '/api/boxes', 'admin', { _id: 'b2', label: 'Light', weight: 1 });
  const heavy = { resource: 'boxes', name: 'Heavy', where: { weight_gte: 50 } };
  const { _id: view } = await ask('POST', '/api/views', 'staff', heavy);
  await ask('PUT', '/api/watches', 'staff', { view, fields: ['note'] });
  await ask('PUT', '/api/watches', 'staff', { resource: 'boxes', record: 'b2' });
  await ask('PUT', '/api/watches', 'staff', { resource: 'boxes' });
  await change((resources) => {
    const { label, weight, note } = resources.boxes.fields;
    resources.crates = {
      ...resources.boxes,
      was: 'boxes',
      fields: { label, mass: { ...weight, was: 'weight' }, remark: { ...note, was: 'note' } },
    };
    delete resources.boxes;
  });
  await follow();
  expect(await told()).toEqual([]);

  await ask('PATCH', '/api/crates/b1', 'admin', { remark: 'Fragile' });
  await ask('PATCH', '/api/crates/b2', 'admin', { mass: 70 });
  await ask('POST', '/api/crates', 'admin', { _id: 'b3', label: 'New' });
  await follow();
  expect(await told()).toEqual([
    ['crates', 'b1', 'changed'],
    ['crates', 'b2', 'changed'],
    ['crates', 'b2', 'entered'],
    ['crates', 'b3', 'created'],
  ]);
  const { data } = await ask('GET', '/api/watches', 'staff');
  expect(data.map(({ resource }: { resource: string }) => resource)).toEqual(
    data.map(() => 'crates'),
  );
});

test('changes of a chosen field that is hidden later are not told, others go on', async () => {
  const all = { resource: 'crates', name: 'All', where: { mass_gte: 0 } };
  const { _id: view } = await ask('POST', '/api/views', 'staff', all);
  await database.query('delete from backoffice.watches');
  await ask('PUT', '/api/watches', 'staff', { view, fields: ['remark', 'label'] });
  await change((resources) => {
    resources.crates.fields.remark.read = ['admin'];
  });
  await ask('PATCH', '/api/crates/b1', 'admin', { remark: 'Secret' });
  await follow();
  expect(await told()).toEqual([]);

  await ask('PATCH', '/api/crates/b2', 'admin', { label: 'Lighter' });
  await follow();
  expect(await told()).toEqual([['crates', 'b2', 'changed']]);
});
