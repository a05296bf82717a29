import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { closeHttpServer, createHttpServer } from '../../../src/hosts/http-server.ts';
import { openTestApi, type TestAnswer } from '../../support/api.ts';
import { leavesNothing } from '../../support/leaves-nothing.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { studiesDescriptor, upload } from '../../support/studies.ts';

const pdf = makePdf(['Bisphenol A migrates']);
const leastPart = 200;

/** Too slow is who sends a byte now and then, and who sends nothing for a second. */
const slow = { grace: 50, leastSpeed: 1_000_000, idle: 1_000 };

const descriptor = studiesDescriptor();
const uploadLimits = { leastPart, mostParts: 3, ...slow };
const api = await openTestApi({ descriptor: () => descriptor, uploadLimits });
const token = await api.tokenOf('staff');
const server = createHttpServer(api.api.fetch);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(async () => {
  await closeHttpServer(server, 0);
  await api.close();
});

leavesNothing(() => api);

type Slow = {
  method?: string;
  path: string;
  headers?: string;
  first?: Uint8Array;
  goesOn: boolean;
};

/** Announces 300,000 bytes, sends the first of them, and the others one by one or not at all. */
async function sendSlowly({ method = 'POST', path, headers = '', first, goesOn }: Slow) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Disposition: attachment; filename="a.pdf"\r\n${headers}Content-Length: 300000\r\n\r\n`,
  );
  if (first) socket.write(first);
  const sending = goesOn && setInterval(() => socket.writable && socket.write('x'), 10);
  const answer = await text(socket);
  if (sending) clearInterval(sending);
  socket.destroy();
  return [
    Number(answer.slice(9, 12)),
    /"code":"(\w+)"/.exec(answer)?.[1],
    /^upload-offset: (\d+)/im.exec(answer)?.[1],
  ];
}

const problemOf = ({ status, json }: TestAnswer) => [status, json?.problems?.[0]?.code];
const form = 'Content-Type: multipart/form-data; boundary=x\r\n';
const part = Buffer.from(
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n',
);

describe('a sender who is too slow', () => {
  test.each([
    ['a file', '/api/files?field=studies.document', '', undefined],
    ['an import', '/api/studies/import', form, part],
    ['a job', '/api/studies/jobs', form, part],
  ])('gets an error, and occupies no place: %s', async (_, path, headers, first) => {
    for (const goesOn of [true, false, true])
      expect(await sendSlowly({ path, headers, goesOn, ...(first && { first }) })).toEqual([
        408,
        'I015',
        undefined,
      ]);

    expect((await upload(api, pdf)).status).toBe(201);
  });

  test.each([
    ['loses a part of which little arrived', 100, '0'],
    ['goes on after what arrived of a part', 300, /^[3-9]\d\d$|^\d{4,}$/],
  ])('%s', async (_, bytes, offset) => {
    const path = await begin(300_000);
    const headers = 'Upload-Offset: 0\r\n';
    const first = Buffer.alloc(bytes);

    const answer = await sendSlowly({ method: 'PATCH', path, headers, first, goesOn: false });

    expect(answer).toEqual([408, 'I015', expect.stringMatching(offset)]);
    const known = await api.call('GET', path, { as: 'staff' });
    expect(String(known.json.received)).toBe(answer[2]);
  });
});

describe('an upload in parts', () => {
  test('has no small parts except the last', async () => {
    const path = await begin(pdf.length);

    const small = await send(path, 0, pdf.subarray(0, leastPart - 1));
    expect(problemOf(small)).toEqual([400, 'Q028']);
    expect(small.headers.get('Upload-Offset')).toBe('0');
    expect(small.json.detail).toBe(
      'The file must come in at most 3 parts, each but the last with at least 200 bytes',
    );
    expect((await send(path, 0, pdf.subarray(0, pdf.length - 10))).status).toBe(204);
    expect((await send(path, pdf.length - 10, pdf.subarray(-10))).status).toBe(201);
  });

  test('has a limited number of parts', async () => {
    const path = await begin(100_000);
    for (const at of [0, 1, 2])
      expect((await send(path, at * leastPart, Buffer.alloc(leastPart))).status).toBe(204);

    expect(problemOf(await send(path, 600, Buffer.alloc(leastPart)))).toEqual([400, 'Q028']);
  });
});

async function begin(size: number): Promise<string> {
  const headers = { 'Upload-Complete': '?0', 'Upload-Length': String(size) };
  return (await upload(api, Buffer.alloc(0), { headers })).headers.get('Location')!;
}

function send(path: string, from: number, body: Buffer): Promise<TestAnswer> {
  return api.call('PATCH', path, { as: 'staff', body, headers: { 'Upload-Offset': String(from) } });
}
