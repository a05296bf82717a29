import { describe, expect, test } from 'vitest';
import { problem } from '../../src/fields/problems/problem.ts';
import { anyVersion, openHookedBoxes } from '../support/hooked-boxes.ts';
import { sendImport } from '../support/exchange.ts';
import { jobsOf } from '../support/jobs.ts';

const boxes = openHookedBoxes();
const { call, add } = boxes;

test('a hook refuses rows in the dry run of an import, which leaves nothing behind', async () => {
  boxes.decide = (records) =>
    records
      .filter(({ values }) => values.label === 'y')
      .map(({ id }) => ({ id, problems: [problem('V001', 'size')] }));

  const { json } = await sendImport(boxes.api, '/api/boxes', [{ label: 'x' }, { label: 'y' }], {
    parts: { dryRun: 'true' },
  });

  expect(json).toMatchObject({ created: 1, failed: 1, problems: [{ code: 'V001', row: 2 }] });
  expect(await boxes.labels()).toEqual([]);
});

describe('a hook runs in', () => {
  const ways: Record<string, () => Promise<unknown>> = {
    'an import': () => sendImport(boxes.api, '/api/boxes', [{ label: 'x' }, { label: 'y' }]),
    'a bulk change': () =>
      call('POST', '/bulk', { where: { label: 'a' }, action: 'update', data: { size: 3 } }),
    'an action': async () =>
      boxes.api.call('POST', `/api/boxes/${(await one())._id}/grow`, {
        as: 'packer',
        headers: anyVersion,
      }),
    'a restored version': async () => {
      const { _id } = await one();
      await call('PATCH', `/${_id}`, { size: 9 });
      boxes.seen.length = 0;
      await boxes.api.call('POST', `/api/boxes/${_id}/restore`, {
        as: 'admin',
        body: { version: 1 },
        headers: anyVersion,
      });
    },
    'a deletion': async () => call('DELETE', `/${(await one())._id}`),
    'a record that comes back': async () => {
      const { _id } = await one();
      await call('DELETE', `/${_id}`);
      boxes.seen.length = 0;
      await call('POST', '/trash/restore', { ids: [_id] });
    },
    'an undo': async () => {
      const { json } = await call('POST', '/bulk', {
        where: { label: 'a' },
        action: 'update',
        data: { size: 3 },
      });
      boxes.seen.length = 0;
      const set =
        json.changeSet ??
        (await boxes.api.call('GET', '/api/changes', { as: 'admin' })).json.data[0].id;
      const { json: job } = await boxes.api.call('POST', `/api/changes/${set}/undo`, {
        as: 'admin',
        body: {},
      });
      await jobsOf(boxes.api, '/api/boxes').ended(job.id);
    },
    'a merge': async () => {
      const other = await add('b');
      const kept = await one();
      boxes.seen.length = 0;
      await call('POST', '/merge', {
        keep: kept._id,
        merge: [other._id],
        versions: { [kept._id]: 1, [other._id]: 1 },
        values: { size: 5 },
      });
    },
  };
  const one = async () => (await call('GET', '?label=a')).json.data[0];

  test.each([
    ['an import', ['create import x,y']],
    ['a bulk change', ['update bulk a']],
    ['an action', ['update action a']],
    ['a restored version', ['update restore a']],
    ['a deletion', ['delete api a']],
    ['a record that comes back', ['create restore a']],
    ['an undo', ['update undo a']],
    ['a merge', ['delete merge b', 'update merge a']],
  ])('%s', async (name, expected) => {
    await add('a');
    boxes.seen.length = 0;

    await ways[name]!();

    const tell = (moment: string) =>
      boxes.seen
        .filter(([when]) => when === moment)
        .map(([, operation, way, about]) => `${operation} ${String(way)} ${about.join()}`);
    expect(tell('before')).toEqual(expected);
    expect(tell('after')).toEqual(expected);
  });
});
