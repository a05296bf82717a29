import { afterAll, describe, expect, test } from 'vitest';
import { openTestApi } from '../../support/api.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { makePicture } from '../../support/make-picture.ts';
import { studiesDescriptor, upload } from '../../support/studies.ts';

// Signed addresses change every ten minutes.
let now = Math.floor(Date.now() / 600_000) * 600_000 + 1;

const descriptor = studiesDescriptor();
const api = await openTestApi({ descriptor: () => descriptor, clock: () => now });
afterAll(() => api.close());

const pdf = makePdf(['Bisphenol A migrates']);

async function makeStudy(
  title: string,
  owner = 'viewer',
): Promise<{ record: string; file: string }> {
  const { json: file } = await upload(api, pdf, { as: 'admin' });
  const { json: paper } = await upload(api, pdf, { as: 'admin', field: 'studies.papers' });
  const body = { title, owner, document: file.id, papers: [paper.id] };
  const { json } = await api.call('POST', '/api/studies', { as: 'admin', body });
  return { record: json._id, file: file.id };
}

type Asked = { id: string; resource?: string; record?: string; past?: boolean };

async function link(
  as: string,
  asked: Asked,
  headers = {},
): Promise<{ url: string; cookie: string }> {
  const body = { files: [asked] };
  const answer = await api.call('POST', '/api/files/links', { as, body, headers });
  expect(answer.status).toBe(200);
  const cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  return { url: answer.json.links[0].url, cookie };
}

const statusOf = async (url: string, headers = {}): Promise<number> =>
  (await api.call('GET', url, { headers })).status;

describe('a signed address', () => {
  test('opens a file without a token, whole, in part, and as a download', async () => {
    const { record, file } = await makeStudy('Opened');
    const { url } = await link('staff', { id: file, resource: 'studies', record });

    const whole = await api.call('GET', url);
    expect([whole.status, whole.headers.get('Content-Disposition')]).toEqual([
      200,
      `inline; filename="study.pdf"; filename*=UTF-8''study.pdf`,
    ]);
    expect(whole.headers.get('Cache-Control')).toBe('private, max-age=1200, immutable');
    const part = await api.call('GET', `${url}&download=true`, { headers: { Range: 'bytes=0-4' } });
    expect([part.status, part.text]).toEqual([206, '%PDF-']);
    expect(part.headers.get('Content-Range')).toBe(`bytes 0-4/${pdf.length}`);
    expect(part.headers.get('Content-Disposition')).toMatch(/^attachment;/);
    expect(part.headers.get('Content-Security-Policy')).toContain('sandbox');
    expect(await statusOf(url, { 'If-None-Match': whole.headers.get('ETag') })).toBe(304);
  });

  test('is valid for one path: another record, file, size or time is refused', async () => {
    const { record, file } = await makeStudy('One');
    const other = await makeStudy('Another');
    const { url } = await link('staff', { id: file, resource: 'studies', record });

    const [path, query = ''] = url.split('?');
    expect(await statusOf(`/api/studies/${other.record}/files/${other.file}?${query}`)).toBe(403);
    expect(await statusOf(`${path}?${query.replace(/expires=\d+/, 'expires=9999999999999')}`)).toBe(
      403,
    );
    expect(await statusOf(`${path}?${query.replace(/signature=../, 'signature=xx')}`)).toBe(403);
    expect(await statusOf(`${path}?${query}&other=1`)).toBe(400);
    expect(await statusOf(path!)).toBe(401);
  });

  test('expires', async () => {
    const { record, file } = await makeStudy('Old');
    const { url } = await link('staff', { id: file, resource: 'studies', record });
    expect(await statusOf(url)).toBe(200);

    const before = now;
    now += 20 * 60_000 + 1;
    const answer = await api.call('GET', url);
    now = before;
    expect([answer.status, answer.json.code]).toEqual([403, 'A025']);
  });

  test('expires with the session that got it', async () => {
    const { record, file } = await makeStudy('Left');
    await api.addUser('leaver', 'staff');
    const { url } = await link('leaver', { id: file, resource: 'studies', record });
    expect(await statusOf(url)).toBe(200);

    await api.call('POST', '/api/users/logout', { as: 'leaver' });
    expect(await statusOf(url)).toBe(403);
  });

  test('is bound to the browser that got it', async () => {
    const { record, file } = await makeStudy('Bound');
    const fromBrowser = { 'Sec-Fetch-Site': 'same-origin' };
    const asked = { id: file, resource: 'studies', record };
    const { url, cookie } = await link('staff', asked, fromBrowser);
    expect(cookie).toMatch(/^__Host-backoffice-files=[\w-]{22}$/);

    expect(await statusOf(url)).toBe(403);
    expect(await statusOf(url, { Cookie: `__Host-backoffice-files=${'a'.repeat(22)}` })).toBe(403);
    expect(await statusOf(url, { Cookie: cookie })).toBe(200);
    expect((await link('staff', asked, { ...fromBrowser, Cookie: cookie })).cookie).toBe('');
  });

  test('works beside another one that the same page requested at once', async () => {
    const { record, file } = await makeStudy('Twice');
    const asked = { id: file, resource: 'studies', record };
    const fromBrowser = { 'Sec-Fetch-Site': 'same-origin' };

    const both = [await link('staff', asked, fromBrowser), await link('staff', asked, fromBrowser)];

    // The browser keeps the last cookie.
    const { cookie } = both[1]!;
    expect(cookie).not.toBe('');
    for (const { url } of both) expect(await statusOf(url, { Cookie: cookie })).toBe(200);
  });

  test('opens nothing that its user cannot read at the time of the request', async () => {
    const mine = await makeStudy('Mine', 'viewer');
    const theirs = await makeStudy('Theirs', 'somebody');
    const url = async ({ record, file }: typeof mine, as: string) =>
      (await link(as, { id: file, resource: 'studies', record })).url;

    expect(await statusOf(await url(mine, 'viewer'))).toBe(200);
    expect(await statusOf(await url(theirs, 'viewer'))).toBe(404);
    expect(await statusOf(await url(mine, 'guest'))).toBe(403);

    const before = await url(mine, 'viewer');
    const headers = { 'If-Match': '*' };
    const body = { owner: 'somebody' };
    await api.call('PATCH', `/api/studies/${mine.record}`, { as: 'admin', body, headers });
    expect(await statusOf(before)).toBe(404);
  });

  test('opens nothing in a field that its user cannot read', async () => {
    const { record } = await makeStudy('Papers');
    const study = await api.call('GET', `/api/studies/${record}`, { as: 'admin' });
    const [paper] = study.json.papers;
    const asked = { id: paper.id, resource: 'studies', record };

    expect(await statusOf((await link('admin', asked)).url)).toBe(200);
    expect(await statusOf((await link('staff', asked)).url)).toBe(404);
  });

  test('stays the same for minutes, so that browsers can cache it', async () => {
    const { record, file } = await makeStudy('Same');
    const before = now;
    const first = await link('staff', { id: file, resource: 'studies', record });
    now += 9 * 60_000;
    const second = await link('staff', { id: file, resource: 'studies', record });
    now = before;
    expect(second.url).toBe(first.url);
  });
});

describe('an uploaded file without a record', () => {
  test('can only be read by its uploader', async () => {
    const { json } = await upload(api, pdf);
    expect(await statusOf((await link('staff', { id: json.id })).url)).toBe(200);
    expect(await statusOf((await link('admin', { id: json.id })).url)).toBe(404);
  });

  test('cannot be used by another user', async () => {
    const { json } = await upload(api, pdf);
    const body = { title: 'Stolen', document: json.id };
    const { status, json: answer } = await api.call('POST', '/api/studies', { as: 'admin', body });
    expect([status, answer.problems[0].code, answer.problems[0].path]).toEqual([
      422,
      'V063',
      'document',
    ]);
  });
});

describe('a file of a record', () => {
  test('can be added to another record only by users who can read it', async () => {
    const { record, file } = await makeStudy('Source', 'nobody');
    const study = await api.call('GET', `/api/studies/${record}`, { as: 'admin' });
    const copied = await api.call('POST', '/api/studies', {
      as: 'staff',
      body: { title: 'Copy', document: file },
    });
    expect(copied.status).toBe(201);
    const paper = study.json.papers[0].id;
    const refused = await api.call('POST', '/api/studies', {
      as: 'staff',
      body: { title: 'Papers 2', document: paper },
    });
    expect(refused.json.problems[0].code).toBe('V063');
  });

  test('keeps its type and size: a write cannot change them', async () => {
    const { record, file } = await makeStudy('Said');
    const headers = { 'If-Match': '*' };
    const send = (document: unknown) =>
      api.call('PATCH', `/api/studies/${record}`, { as: 'staff', body: { document }, headers });

    const renamed = await send({ id: file, name: 'other.pdf' });
    expect([renamed.status, renamed.json.problems[0].code]).toEqual([422, 'V064']);
    const same = await send({ id: file, name: 'study.pdf' });
    expect([same.status, same.json._version]).toEqual([200, 1]);
  });

  test('must have a type and size that the field accepts', async () => {
    const { json } = await upload(api, Buffer.from('plain text'), {
      as: 'admin',
      name: 'a.txt',
      field: 'studies.papers',
    });
    const body = { title: 'Unfit', document: json.id };
    const { json: answer } = await api.call('POST', '/api/studies', { as: 'admin', body });
    expect(answer.problems[0]).toMatchObject({
      code: 'V066',
      path: 'document',
      params: { value: 'text/plain', choices: 'pdf' },
    });
  });
});

describe('a published file', () => {
  test('is public, and one of another field is not', async () => {
    const png = await makePicture(2, 2);
    const { json: picture } = await upload(api, png, { name: 'p.png', field: 'studies.pictures' });
    const { json: document } = await upload(api, pdf);
    const body = { title: 'Public', document: document.id, pictures: [picture.id] };
    const { json } = await api.call('POST', '/api/studies', { as: 'staff', body });

    const root = `/api/public/studies/${json._id}/files`;
    const open = await api.call('GET', `${root}/${picture.id}`);
    expect([open.status, open.headers.get('Content-Type')]).toEqual([200, 'image/png']);
    expect(open.headers.get('Cache-Control')).toBe('public, max-age=60');
    expect(await statusOf(`${root}/${document.id}`)).toBe(404);
  });
});
