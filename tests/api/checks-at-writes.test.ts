import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openImportFolder } from '../../src/services/import/folder/open-import-folder.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { makeKey } from '../support/api-keys.ts';
import { librarySource } from '../support/library.ts';
import { connectMcp } from '../support/mcp-client.ts';
import { runCommand } from '../support/run-command.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/watched-folder.ts';

/** Orders whose lines nobody may add, change or delete once they are sent. */
const source = {
  roles: { admin: { all: true } },
  resources: {
    users: { ...librarySource.resources.users, permissions: {} },
    orders: {
      fields: {
        name: { type: 'text', required: true },
        sent: { type: 'boolean', default: false },
      },
      children: [{ resource: 'lines', field: 'order', inline: true }],
    },
    lines: {
      fields: { order: { type: 'reference', to: 'orders' }, text: { type: 'text' } },
      checks: [
        {
          check: 'order._id = null or not order.sent',
          message: 'was sent',
          on: ['create', 'update', 'delete'],
          fields: ['order'],
        },
      ],
    },
  },
};

const folder = await openTemporaryFolder();
const descriptor = toDescriptor(source);
const api = await openTestApi({ descriptor: () => descriptor });
await write('POST', 'orders', { _id: 'sent', name: 'Sent' });
await write('POST', 'lines', { _id: 'line', order: 'sent', text: 'a' });
await write('PATCH', 'lines/line', { text: 'b' }, 'before-it-was-sent');
await write('PATCH', 'orders/sent', { sent: true });
afterAll(() => api.close());

async function write(method: string, path: string, body: object, changeSet?: string) {
  const headers = { 'If-Match': '*', ...(changeSet && { 'Change-Set': changeSet }) };
  return await api.call(method, `/api/${path}`, { as: 'admin', body, headers });
}

/** The job that undoes a change set, in the end. */
async function undo(changeSet: string) {
  const path = `/api/changes/${changeSet}/undo`;
  const { json } = await api.call('POST', path, { as: 'admin', body: {} });
  return await until(async () => {
    const { json: job } = await api.call('GET', `/api/jobs/${json.id}`, { as: 'admin' });
    return job.state !== 'running' && job;
  });
}

const textOf = async (id: string) =>
  (await api.call('GET', `/api/lines/${id}`, { as: 'admin' })).json.text;

test('a check refuses the rows of a file in a watched folder', async () => {
  const request = { mode: 'update', key: '_id', mapping: { _id: '_id', text: 'text' } };
  const body = { name: 'Shop', request };
  const { json: recipe } = await api.call('POST', '/api/lines/recipes', { as: 'admin', body });
  await api.call('PUT', `/api/recipes/${recipe.id}`, { as: 'admin', body: { watched: true } });
  const watched = join(folder, 'watched', 'lines', 'Shop');
  await mkdir(watched, { recursive: true });
  const root = join(folder, 'watched');
  const stop = openImportFolder(api.services, { root, every: 50 });
  await writeFile(join(watched, 'lines.csv'), '_id,text\nline,c\n');

  const why = await until(() =>
    readFile(join(watched, 'waiting', 'lines.csv.txt'), 'utf8').catch(() => undefined),
  );
  await stop();

  expect(why).toMatch(/Row 1: V027: .*was sent/);
  expect(await textOf('line')).toBe('b');
});

test('a check refuses the rows of a file of the command', async () => {
  const resources = join(folder, 'resources.json');
  await writeFile(resources, JSON.stringify(source));
  await writeFile(join(folder, 'lines.json'), JSON.stringify([{ _id: 'line', text: 'c' }]));

  const { code, out, err } = await runCommand(['import', join(folder, 'lines.json')], {
    env: {
      DATABASE_URL: api.url,
      FILES_URL: `file://${dirname(api.services.blobs.scratch)}`,
      DATA_DIR: folder,
      RESOURCES: resources,
      SAMPLE_DATA: '0',
      LOG_LEVEL: 'silent',
    },
  });

  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out).toMatch(/row 1: .*was sent/);
  expect(await textOf('line')).toBe('b');
});

test('a check refuses the writes of an assistant', async () => {
  const operations = ['list', 'read', 'create', 'update', 'delete'];
  const { token } = await makeKey(api, 'admin', { lines: { operations } });
  const client = await connectMcp(api, token);
  const version = 2;

  const answers = [
    await client.ask('create_lines', { data: { order: 'sent' } }),
    await client.ask('update_lines', { id: 'line', version, data: { text: 'c' } }),
    await client.ask('delete_record', { collection: 'lines', id: 'line', version }),
  ];
  await client.close();

  const refusal = { isError: true, text: expect.stringMatching(/V027.*was sent/) };
  expect(answers).toEqual([refusal, refusal, refusal]);
  expect(await textOf('line')).toBe('b');
});

test('a check refuses the undo of a change set', async () => {
  const job = await undo('before-it-was-sent');

  expect(job.summary).toMatchObject({ updated: 0, failed: 1, problems: [{ code: 'V027' }] });
  expect(await textOf('line')).toBe('b');
});

test('a check accepts lines saved together with their order, and refuses them afterwards', async () => {
  await write('POST', 'orders', { _id: 'open', name: 'Open' });
  for (const _id of ['kept', 'gone']) await write('POST', 'lines', { _id, order: 'open' });
  const kept = { _id: 'kept', _version: '*' };
  const gone = { _id: 'gone', _version: '*', _delete: true };
  const lines = [{ ...kept, text: 'last' }, gone, { text: 'new' }];

  const sending = await write('PATCH', 'orders/open', { sent: true, lines });
  const later = await write('PATCH', 'orders/open', {
    name: 'Again',
    lines: [{ ...kept, text: 'too late' }],
  });
  const reopening = await write('PATCH', 'orders/open', {
    sent: false,
    lines: [{ ...kept, text: 'too early' }],
  });

  expect(sending).toMatchObject({
    status: 200,
    json: { sent: true, lines: [{ text: 'last' }, { text: 'new' }] },
  });
  for (const { status, json } of [later, reopening]) {
    expect(status).toBe(422);
    expect(json.problems).toMatchObject([{ code: 'V027', path: 'lines.0.order' }]);
  }
  expect(await textOf('kept')).toBe('last');
});

test('a check reports the mistakes of an order and of its lines together', async () => {
  await write('POST', 'orders', { _id: 'wrong', name: 'Wrong' });

  const { json } = await write('PATCH', 'orders/wrong', { name: null, lines: [{ text: 5 }] });

  const places = json.problems.map(({ path }: { path: string }) => path);
  expect(places).toEqual(['name', 'lines.0.text']);
});

test('an undo of the save of an order includes its lines', async () => {
  await write('POST', 'orders', { _id: 'hasty', name: 'Hasty' });
  await write('POST', 'lines', { _id: 'early', order: 'hasty', text: 'a' });
  const lines = [{ _id: 'early', _version: '*', text: 'b' }];
  await write('PATCH', 'orders/hasty', { sent: true, lines }, 'too-hasty');

  const job = await undo('too-hasty');

  expect(job.summary).toMatchObject({ updated: 2, failed: 0 });
  expect(await textOf('early')).toBe('a');
});
