import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { makeKey } from '../support/api-keys.ts';
import { librarySource } from '../support/library.ts';
import { connectMcp } from '../support/mcp-client.ts';

// A bound such as `<0.5` is two fields. Whatever brings back an earlier value brings back both of them.

const descriptor = toDescriptor({
  roles: { admin: { all: true }, staff: {} },
  resources: {
    users: { ...librarySource.resources.users, permissions: {} },
    results: {
      importKey: 'code',
      duplicates: [{ field: 'code' }],
      fields: {
        code: { type: 'text', unique: true },
        value: { type: 'number', qualifier: 'sign' },
        sign: { type: 'choice', choices: ['<', '=', '~'], write: ['admin'] },
      },
      permissions: { staff: ['list', 'read', 'update', 'history', 'restore'] },
    },
  },
});
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

const headers = { 'If-Match': '*' };
const call = async (method: string, path: string, body?: object, as = 'admin') =>
  (await api.call(method, path, { as, headers, ...(body && { body }) })).json;

let id: string;
const shown = async () => {
  const { value, sign } = await call('GET', `/api/results/${id}`);
  return `${sign ?? ''}${value}`;
};
const change = (body: object) => call('PATCH', `/api/results/${id}`, body);

beforeEach(async () => {
  await api.database.query('delete from results');
  ({ _id: id } = await call('POST', '/api/results', { code: 'one', value: 0.4, sign: '<' }));
});

describe('a bound', () => {
  test.each(['value', 'sign'])('comes back whole when its %s is restored', async (name) => {
    await change({ value: 2, sign: '=' });

    await call('POST', `/api/results/${id}/restore`, { version: 1, fields: [name] });

    expect(await shown()).toBe('<0.4');
  });

  test('comes back as a number alone for a role that may not write its sign', async () => {
    await change({ value: 2, sign: '=' });

    const body = { version: 1, fields: ['value'] };
    await call('POST', `/api/results/${id}/restore`, body, 'staff');

    expect(await shown()).toBe('=0.4');
  });

  test('stays when another record is merged into its record without a choice', async () => {
    const other = await call('POST', '/api/results', { code: 'two', value: 9, sign: '=' });
    const versions = { [id]: 1, [other._id]: 1 };

    await call('POST', '/api/results/merge', { keep: id, merge: [other._id], versions });

    expect(await shown()).toBe('<0.4');
  });

  test('is read, found and written by an assistant with its sign', async () => {
    const operations = ['list', 'read', 'create', 'update'];
    const { token } = await makeKey(api, 'admin', { results: { operations } });
    const assistant = await connectMcp(api, token);
    const results = { collection: 'results' };

    const below = await assistant.read('list_records', {
      ...results,
      where: { value_lt: 0.4 },
      fields: ['value'],
    });
    const counted = await assistant.read('count_values', { ...results, fields: ['value'] });
    const described = await assistant.ask('describe_collections', results);
    const made = await assistant.read('create_results', {
      data: { code: 'three', value: 1, sign: '<' },
    });
    await assistant.close();

    expect(below.data).toMatchObject([{ value: 0.4, sign: '<' }]);
    expect(counted.data.value).toMatchObject({ bounds: 1, bins: [] });
    expect(described.text).toMatch(/sign/);
    expect(made).toMatchObject({ value: 1, sign: '<' });
  });
});
