import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestAnswer } from '../../support/api.ts';
import { leavesNothing } from '../../support/leaves-nothing.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { makePicture } from '../../support/make-picture.ts';
import { studiesDescriptor, upload } from '../../support/studies.ts';

const descriptor = studiesDescriptor();
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

leavesNothing(() => api);

const pdf = makePdf(['Bisphenol A migrates']);
const count = (table: string) =>
  api.database.value<number>(`select count(*)::int from backoffice.${table}`);
const problemOf = ({ status, json }: TestAnswer) => [status, json?.problems?.[0]?.code];

async function keys(prefix = ''): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of api.services.blobs.list(prefix)) found.push(key);
  return found;
}

describe('an upload', () => {
  test.each([
    ['too large', Buffer.concat([pdf, Buffer.alloc(1_000_000)]), {}, [413, 'V065']],
    ['empty', Buffer.alloc(0), {}, [422, 'V067']],
    ['of another type', Buffer.from('hello'), { name: 'hello.txt' }, [422, 'V066']],
    ['with a lying name', Buffer.from('MZ\u0090\0'.padEnd(200, '\0'), 'latin1'), {}, [422, 'V070']],
    ['for an unknown field', pdf, { field: 'studies.nothing' }, [400, 'Q004']],
    ['for a part of a field', pdf, { field: 'studies.document.name' }, [400, 'Q004']],
    ['for a field without files', pdf, { field: 'studies.title' }, [400, 'Q004']],
    ['for a collection nobody knows', pdf, { field: 'nothing.document' }, [400, 'Q004']],
    ['for a field one may not write', pdf, { field: 'studies.papers' }, [400, 'Q004']],
    ['by a reader', pdf, { as: 'viewer' }, [400, 'Q004']],
    ['by somebody without rights', pdf, { as: 'guest' }, [400, 'Q004']],
    ['without a name', pdf, { headers: { 'Content-Disposition': 'attachment' } }, [400, 'Q004']],
  ])('%s is refused, and stores nothing', async (_, bytes, options, expected) => {
    const before = [await count('files'), await count('uploads'), (await keys()).length];

    expect(problemOf(await upload(api, bytes, options))).toEqual(expected);
    expect([await count('files'), await count('uploads'), (await keys()).length]).toEqual(before);
  });

  test.each([
    ['../../etc/study.pdf', 'study.pdf'],
    ['C:\\Users\\ann\\study.pdf', 'study.pdf'],
    ['stu\u0000dy\u0007.pdf', 'study.pdf'],
    ['report\u202efdp.pdf', 'reportfdp.pdf'],
    [`${'x'.repeat(500)}.pdf`, `${'x'.repeat(196)}.pdf`],
    ['u\u0308berblick \u6771\u4eac.pdf', '\u00fcberblick \u6771\u4eac.pdf'],
    ['con.pdf', '_con.pdf'],
  ])('named %j is stored as %j', async (name, expected) => {
    const { status, json } = await upload(api, pdf, { name });
    expect([status, json.name]).toEqual([201, expected]);
  });

  test('of a picture loses its location, unless the field keeps it', async () => {
    const { default: sharp } = await import('sharp');
    const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 22/1 0/1' } };
    const jpeg = await sharp(await makePicture(20, 10))
      .jpeg()
      .withExif(place)
      .toBuffer();
    const { json } = await upload(api, jpeg, { name: 'a.jpg', field: 'studies.pictures' });

    const stored = await api.services.blobs.read(json.sha256);
    const bytes = await buffer(stored!);
    expect(bytes.length).toBe(json.size);
    const { exif } = await sharp(bytes).metadata();
    expect(exif?.includes(Buffer.from([47, 0, 0, 0, 1, 0, 0, 0])) ?? false).toBe(false);
  });

  test('of the same bytes is stored once', async () => {
    const one = await upload(api, pdf, { name: 'one.pdf' });
    const two = await upload(api, pdf, { name: 'two.pdf', as: 'admin' });
    expect(two.json.sha256).toBe(one.json.sha256);
    expect(two.json.id).not.toBe(one.json.id);
    expect((await keys(one.json.sha256)).length).toBe(1);
  });

  test('is refused beyond a thousand files without a record', async () => {
    await api.addUser('collector', 'staff');
    const { json } = await upload(api, pdf, { as: 'collector' });
    await api.database.query(
      `insert into backoffice.files (id, sha256, name, type, size, created_by)
       select 'many-' || n, $1, 'n.pdf', 'application/pdf', 1, $2 from generate_series(1, 999) n`,
      [json.sha256, api.userId('collector')],
    );

    const refused = await upload(api, pdf, { as: 'collector' });
    expect(problemOf(refused)).toEqual([429, 'A023']);
    const path = `/api/files/${json.id}/copies`;
    const copied = await api.call('POST', path, { as: 'collector', body: { title: 'again' } });
    expect(problemOf(copied)).toEqual([429, 'A023']);
    await api.database.query(`delete from backoffice.files where id like 'many-%'`);
  });

  test('respects the limits per person and in total', async () => {
    const perUser = await api.openReplica({ fileLimits: { perUser: 10 } });
    expect(problemOf(await upload(perUser, pdf))).toEqual([413, 'A024']);
    await perUser.close();
    const all = await api.openReplica({ fileLimits: { all: 10 } });
    expect(problemOf(await upload(all, pdf))).toEqual([507, 'S037']);
    await all.close();
  });

  test('passes the virus scanner, or is refused', async () => {
    const scan = (verdict: 'clean' | 'infected' | 'failed') => async () => verdict;
    const tryOut = async (verdict: 'clean' | 'infected' | 'failed') => {
      const replica = await api.openReplica({ scan: scan(verdict) });
      const answer = await upload(replica, makePdf([verdict]));
      await replica.close();
      return answer;
    };
    expect(problemOf(await tryOut('infected'))).toEqual([422, 'V068']);
    expect(problemOf(await tryOut('failed'))).toEqual([503, 'S039']);
    expect((await tryOut('clean')).status).toBe(201);

    const old = await upload(api, makePdf(['not scanned']));
    const replica = await api.openReplica({ scan: scan('clean') });
    const read = await replica.call('GET', `/api/files/${old.json.id}`, { as: 'staff' });
    await replica.close();
    expect(problemOf(read)).toEqual([503, 'S038']);
  });
});
