import { setTimeout as wait } from 'node:timers/promises';
import { Zip, ZipDeflate, strToU8 } from 'fflate';
import type { Caller } from './caller.ts';

/** What one of the attackers does until it is told to stop; each has a user and an address of its own. */
export type Attack = {
  name: string;
  run(caller: Caller, at: number, stop: AbortSignal): Promise<void>;
};

/** Of requests that are answered, for one attacker: nothing here is without an end. */
const MOST_REQUESTS = 3_000;

export const attacks: readonly Attack[] = [
  {
    name: 'unread exports',
    run: (caller, at, stop) =>
      repeat(stop, 2_000, async () => {
        const format = ['csv', 'json', 'xlsx'][at % 3]!;
        for (let times = 0; times < 4; times += 1)
          caller
            .begin(
              `GET /api/chems/export?format=${format} HTTP/1.1\r\nHost: a\r\n${caller.authorization()}\r\n`,
            )
            .pause();
      }),
  },
  {
    name: '1 MB JSON',
    run: async (caller, _, stop) => {
      const bodies = [
        `{"comments":[${'{},'.repeat(330_000)}{}]}`,
        `{"synonyms":[${'1,'.repeat(49_000)}1]}`,
        JSON.stringify({ casId: 'x'.repeat(990_000) }),
        `{"a":[${Array.from({ length: 19 }, (_, many) => `{${Array.from({ length: 990 }, (_, key) => `"k${many}_${key}":1`).join()}}`).join()}]}`,
      ];
      await ask(stop, (times) =>
        caller.ask('POST', times % 5 === 4 ? '/api/users/login' : '/api/chems', bodies[times % 4]),
      );
    },
  },
  {
    name: 'idle connections',
    run: async (caller, at, stop) => {
      for (let times = 0; times < 160 && !stop.aborted; times += 1) {
        caller.begin(
          at % 2
            ? 'GET /healthz HTTP/1.1\r\nHost: a\r\n'
            : 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n',
        );
        if (times % 10 === 9) await wait(20);
      }
      await until(stop);
    },
  },
  {
    name: 'slow uploads',
    run: async (caller, _, stop) => {
      const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\ncasId\r\n`;
      const sockets = Array.from({ length: 4 }, () =>
        caller.begin(
          `POST /api/chems/jobs HTTP/1.1\r\nHost: a\r\n${caller.authorization()}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000000\r\n\r\n${head}`,
        ),
      );
      await repeat(stop, 500, async () => {
        for (const socket of sockets) if (socket.writable) socket.write('1\r\n');
      });
    },
  },
  {
    name: 'deep filters',
    run: (caller, _, stop) => {
      const leaf = {
        or: Array.from({ length: 8 }, (_, many) => ({ commonName_contains: `a${many}` })),
      };
      let where: object = leaf;
      for (let depth = 0; depth < 7; depth += 1) where = { not: { and: [where] } };
      const query = encodeURIComponent(JSON.stringify({ or: [where, where, where] }));
      return ask(stop, () => caller.ask('GET', `/api/chems?where=${query}&_sort=-iupacName`));
    },
  },
  {
    name: 'leading wildcards',
    run: (caller, _, stop) =>
      ask(stop, (times) =>
        caller.ask(
          'GET',
          `/api/chems?iupacName_ends=x${times}&comments_ncontains=z&_sort=-commonName`,
        ),
      ),
  },
  {
    name: 'facets',
    run: (caller, _, stop) =>
      ask(stop, (times) =>
        caller.ask(
          'GET',
          `/api/chems/facets?fields=hazards,lists,fccPrioTier,inFccDb&commonName_ncontains=q${times}`,
        ),
      ),
  },
  {
    name: 'XLSX bombs',
    run: (caller, _, stop) => {
      const bytes = bomb();
      return ask(stop, () =>
        caller.ask('POST', '/api/chems/jobs', bytes, 'multipart/form-data; boundary=x'),
      );
    },
  },
  {
    name: 'parallel sign-ins',
    run: async (caller, at, stop) => {
      const lane = (many: number) =>
        ask(stop, (times) =>
          caller.ask('POST', '/api/users/login', {
            email: `no${at}-${many}-${times}@example.org`,
            password: 'not the right one',
          }),
        );
      await Promise.all(Array.from({ length: 4 }, (_, many) => lane(many)));
    },
  },
];

/** One request after the other; who is refused or cut off tries again a little later. */
async function ask(stop: AbortSignal, send: (times: number) => Promise<number>): Promise<void> {
  for (let times = 0; times < MOST_REQUESTS && !stop.aborted; times += 1) {
    const status = await send(times).catch(() => 599);
    if (status >= 429) await wait(50);
  }
}

async function repeat(stop: AbortSignal, every: number, work: () => Promise<void>): Promise<void> {
  while (!stop.aborted) {
    await work();
    await wait(every, undefined, { signal: stop }).catch(() => {});
  }
}

function until(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }));
}

let made: Buffer | undefined;

/** A workbook of some hundred kilobytes whose one sheet unpacks to 300 MB, in a form of one part. */
function bomb(): Buffer {
  if (made) return made;
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  const add = (path: string, parts: Iterable<Uint8Array>): void => {
    const entry = new ZipDeflate(path, { level: 9 });
    zip.add(entry);
    for (const part of parts) entry.push(part);
    entry.push(new Uint8Array(), true);
  };
  add('[Content_Types].xml', [
    strToU8(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    ),
  ]);
  add('_rels/.rels', [
    strToU8(
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    ),
  ]);
  add('xl/workbook.xml', [
    strToU8(
      '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>',
    ),
  ]);
  add('xl/_rels/workbook.xml.rels', [
    strToU8(
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
  ]);
  const filling = strToU8('a'.repeat(1_000_000));
  add('xl/worksheets/sheet1.xml', [
    strToU8(
      '<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>',
    ),
    ...Array<Uint8Array>(300).fill(filling),
    strToU8('</t></is></c></row></sheetData></worksheet>'),
  ]);
  zip.end();
  const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  made = Buffer.concat([Buffer.from(head), ...pieces, Buffer.from('\r\n--x--\r\n')]);
  return made;
}
