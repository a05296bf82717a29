import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'jsonc-parser';
import { openTestApi } from '../support/api.ts';

const api = await openTestApi();
afterAll(() => api.close());

const draft = (body: object, as = 'admin') =>
  api.call('POST', '/api/structure/draft', { as, body });
const declared = (text: string) => parse(`{${text}}`) as Record<string, any>;

describe('a new collection', () => {
  it('is drafted from its fields, and passes the check', async () => {
    const fields = [
      { name: 'Lot No.', type: 'text', key: true },
      { name: 'Received on', type: 'date', required: true },
      { name: 'id', type: 'integer' },
    ];

    const { status, json } = await draft({ name: 'Paper samples', fields });

    expect([status, json.name, json.problems]).toEqual([200, 'paperSamples', []]);
    expect(declared(json.text)['paperSamples']).toMatchObject({
      label: 'Paper samples',
      importKey: 'lotNo',
      title: '{lotNo}',
      fields: {
        lotNo: { type: 'text', label: 'Lot No.', required: true, unique: true, search: true },
        receivedOn: { type: 'date', required: true },
        paperSampleId: { type: 'number', integer: true },
      },
      permissions: { viewer: ['list', 'read', 'export'] },
    });
  });

  it('is drafted from the rows of a table, with an unused name', async () => {
    const text =
      'CAS number;Common name;Share\n50-00-0;Formaldehyde;1,5\n80-05-7;Bisphenol A;22,75\n';

    const { json } = await draft({ name: 'authors', text });

    expect(json).toMatchObject({ name: 'authors2', problems: [] });
    expect(declared(json.text)['authors2'].fields).toMatchObject({
      casNumber: { type: 'cas', unique: true },
      share: { type: 'number' },
    });
    expect(json.text).toContain('// each of 2 values is a CAS number');
  });

  it.each([
    ['a table without rows', { text: 'a,b\n' }, 'V001'],
    ['a table with two columns of one name', { text: 'a,a\n1,2\n' }, 'I022'],
    ['a list of numbers', { text: '[{ "a": 1 }, 2]' }, 'V002'],
  ])('is refused from %s', async (_, body, code) => {
    const { status, json } = await draft({ name: 'things', ...body });

    expect([status, json.code]).toEqual([422, code]);
  });

  it('is only for roles that can see the whole descriptor', async () => {
    const body = { name: 'things', fields: [{ name: 'Name', type: 'text' }] };

    expect((await draft(body, 'staff')).status).toBe(403);
    expect((await draft(body, 'dev')).status).toBe(200);
  });
});
