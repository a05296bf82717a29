import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defineAction } from '../../../src/api/actions/define-action.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestApi } from '../../support/api.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { studiesSource, upload } from '../../support/studies.ts';

const { studies } = studiesSource.resources;

/** Only staff may approve a study, with a report that becomes its document; the code gets further notes. */
const descriptor = toDescriptor({
  ...studiesSource,
  resources: {
    ...studiesSource.resources,
    studies: {
      ...studies,
      actions: [
        {
          name: 'approve',
          roles: ['staff'],
          bulk: true,
          form: {
            fields: {
              report: { type: 'file', accept: ['pdf'], maxSize: '2 kB', required: true },
              notes: { type: 'files', maxFiles: 2 },
              word: { type: 'text' },
            },
          },
        },
      ],
      permissions: { ...studies.permissions, guest: ['list', 'read', 'update'] },
    },
  },
});

let given: unknown;
const approve = defineAction({
  resource: 'studies',
  name: 'approve',
  run: async ({ resource, record, expected, form, by, store }) => {
    given = form;
    return store.update(resource, record._id, expected, { document: form['report'] }, by);
  },
});

let api: TestApi;
let path: string;
let count = 0;
beforeAll(async () => {
  api = await openTestApi({ descriptor: () => descriptor, actions: [approve] });
});
afterAll(() => api.close());
beforeEach(async () => {
  count += 1;
  given = undefined;
  const body = { title: `Study ${count}` };
  const { json } = await api.call('POST', '/api/studies', { as: 'staff', body });
  path = `/api/studies/${json._id}`;
});

const pdf = makePdf(['approved']);
const field = 'studies.approve.report';
const run = (body: object, as = 'staff') =>
  api.call('POST', `${path}/approve`, { as, body, headers: { 'If-Match': '*' } });
const codes = ({ json }: { json: any }) =>
  json.problems.map(({ code, path: at }: any) => `${at} ${code}`);

describe('a file in the form of an action', () => {
  test('is uploaded for the form, and the code writes it into the record', async () => {
    const { json: report } = await upload(api, pdf, { field });
    const notes = await upload(api, Buffer.from('fine'), {
      field: 'studies.approve.notes',
      name: 'notes.txt',
    });

    const done = await run({ report: report.id, notes: [notes.json.id] });

    expect(given).toEqual({ report, notes: [notes.json], word: null });
    expect([done.status, done.json.document]).toEqual([200, report]);
    const read = await api.call('GET', `${path}/files/${report.id}`, { as: 'staff' });
    expect(read.status).toBe(200);
    const history = await api.call('GET', `${path}/history`, { as: 'staff' });
    expect(history.json.data[0]).toMatchObject({ way: 'action' });
  });

  test('is uploaded in parts too', async () => {
    const headers = { 'Upload-Complete': '?0', 'Upload-Length': String(pdf.length) };
    const begun = await upload(api, Buffer.alloc(0), { field, headers });
    const sent = await api.call('PATCH', begun.headers.get('Location')!, {
      as: 'staff',
      body: pdf,
      headers: { 'Upload-Offset': '0' },
    });
    expect([sent.status, sent.json.name]).toEqual([201, 'study.pdf']);
  });

  test.each([
    ['of another type', Buffer.from('hello'), { name: 'a.txt' }, [422, 'V066']],
    ['that is too large', Buffer.concat([pdf, Buffer.alloc(2_000)]), {}, [413, 'V065']],
    ['by a role that may not run it', pdf, { as: 'guest' }, [400, 'Q004']],
    ['by a role that may not read', pdf, { as: 'viewer' }, [400, 'Q004']],
    ['for an unknown action', pdf, { field: 'studies.reject.report' }, [400, 'Q004']],
    ['for an unknown field', pdf, { field: 'studies.approve.nothing' }, [400, 'Q004']],
    ['for a field without files', pdf, { field: 'studies.approve.word' }, [400, 'Q004']],
    ['below a field', pdf, { field: 'studies.approve.report.name' }, [400, 'Q004']],
  ])('%s is refused at its upload', async (_, bytes, options, expected) => {
    const { status, json } = await upload(api, bytes, { field, ...options });
    expect([status, json.problems[0].code]).toEqual(expected);
  });

  test('that the caller cannot use, or that does not fit, is refused before the code runs', async () => {
    const foreign = await upload(api, pdf, { as: 'admin', field });
    expect(codes(await run({ report: foreign.json.id }))).toEqual(['report V063']);
    expect(codes(await run({ report: 'nothing' }))).toEqual(['report V063']);
    const note = await upload(api, Buffer.from('hello'), {
      field: 'studies.approve.notes',
      name: 'a.txt',
    });
    expect(codes(await run({ report: note.json.id }))).toEqual(['report V066']);
    const own = await upload(api, pdf, { field });
    expect(codes(await run({ report: { id: own.json.id, size: 1 } }))).toEqual(['report V064']);
    expect(codes(await run({ report: null }))).toEqual(['report V001']);
    expect((await run({ report: own.json.id }, 'guest')).status).toBe(403);
    expect(given).toBeUndefined();
  });

  test('is added to all records of a bulk action', async () => {
    const { json: report } = await upload(api, pdf, { field });
    const other = await api.call('POST', '/api/studies', {
      as: 'staff',
      body: { title: `Other ${count}` },
    });
    const ids = [path.split('/').at(-1), other.json._id];

    const body = { action: 'approve', ids, data: { report: report.id } };
    const done = await api.call('POST', '/api/studies/bulk', { as: 'staff', body });

    expect(done.json).toMatchObject({ updated: 2, failed: 0 });
    for (const id of ids) {
      const { json } = await api.call('GET', `/api/studies/${id}`, { as: 'staff' });
      expect(json.document).toEqual(report);
    }
  });
});
