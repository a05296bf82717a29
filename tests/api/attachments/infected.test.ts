import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openFileWork } from '../../../src/hosts/open/open-file-work.ts';
import { removeUnused } from '../../../src/store/system/files/remove-unused.ts';
import { openTestApi, type TestAnswer, type TestApi } from '../../support/api.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { studiesDescriptor, upload } from '../../support/studies.ts';

const pdf = makePdf(['Bisphenol A migrates']);
let api: TestApi;
let id: string;
let study: string;

/** A study whose file was stored, and which a virus scanner then refused. The scanner has been removed. */
beforeAll(async () => {
  const descriptor = studiesDescriptor();
  api = await openTestApi({ descriptor: () => descriptor });
  id = (await upload(api, pdf)).json.id;
  const body = { title: 'infected', document: id, pictures: [] };
  study = (await api.call('POST', '/api/studies', { as: 'staff', body })).json._id;
  const { database, blobs, media, log } = api.services;
  const stop = await openFileWork({ database, blobs, media, scan: async () => 'infected' }, log);
  const error = () => api.database.value('select work_error from backoffice.blobs');
  const isRefused = async () => {
    if ((await error()) !== 'infected') throw new Error('it is not refused yet');
  };
  await vi.waitFor(isRefused, { timeout: 20_000 });
  await stop();
});
afterAll(() => api.close());

const problemOf = ({ status, json }: TestAnswer) => [
  status,
  json.problems[0].code,
  json.problems[0].path,
];
const exported = '/api/studies/export?format=csv&_files=true';

describe('a file that a virus scanner has refused, without a scanner,', () => {
  test.each([
    ['of the person who uploaded it', () => `/api/files/${id}`],
    ['of its record', () => `/api/studies/${study}/files/${id}`],
  ])('cannot be read: %s', async (_, path) => {
    expect(problemOf(await api.call('GET', path(), { as: 'staff' }))).toEqual([403, 'V068', '']);
  });

  test('is not exported, and the problem names it', async () => {
    const answer = await api.call('GET', exported, { as: 'staff' });
    expect(problemOf(answer)).toEqual([403, 'V068', `files/document/${study}/study.pdf`]);
  });

  test('is refused as another upload too, while others are stored and read', async () => {
    expect(problemOf(await upload(api, pdf, { name: 'b.pdf' }))).toEqual([422, 'V068', '']);

    const other = await upload(api, makePdf(['clean']));
    const { status } = await api.call('GET', `/api/files/${other.json.id}`, { as: 'staff' });
    expect([other.status, status]).toEqual([201, 200]);
  });

  test('does not block an export while a new scanner has not checked other files', async () => {
    const other = (await upload(api, makePdf(['unscanned']))).json.id;
    const body = { title: 'unscanned', document: other, pictures: [] };
    const { json } = await api.call('POST', '/api/studies', { as: 'staff', body });
    const replica = await api.openReplica({ scan: async () => 'clean' });

    const answer = await replica.call('GET', `${exported}&title=unscanned`, { as: 'staff' });

    await replica.close();
    expect(problemOf(answer)).toEqual([503, 'S038', `files/document/${json._id}/study.pdf`]);
    expect(answer.headers.get('Retry-After')).toBe('10');
  });

  test('is deleted with its record, and can be uploaded again', async () => {
    await api.call('DELETE', `/api/studies/${study}`, {
      as: 'staff',
      headers: { 'If-Match': '*' },
    });
    await api.database.query('delete from backoffice.history');
    const { database, blobs } = api.services;
    await removeUnused(database, blobs, api.descriptor, new Date(Date.now() + 1_000));

    expect((await upload(api, pdf)).status).toBe(201);
  });
});
