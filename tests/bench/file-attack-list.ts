import { setTimeout as wait } from 'node:timers/promises';
import { strToU8, zipSync } from 'fflate';
import { makeHostilePdfs, makePictureBombs, polyglots } from '../support/hostile-files.ts';
import { makePdf } from '../support/make-pdf.ts';
import type { Sender } from './file-sender.ts';

/** What attackers do once; the statuses and codes of the answers are counted. */
export type FileAttack = {
  name: string;
  run(senders: readonly Sender[], note: (answer: string) => void): Promise<void>;
  /** The store of files answers nothing but this meanwhile. */
  store?: 'reset' | { status: number };
};

const pdf = makePdf(['Bisphenol A migrates']);
const pdfs = makeHostilePdfs();

/** The same attack again and again for some seconds, by the first sender. */
function again(
  name: string,
  once: (sender: Sender, at: number) => Promise<string>,
  seconds = 3,
): FileAttack {
  return {
    name,
    run: async ([sender], note) => {
      const until = performance.now() + seconds * 1_000;
      for (let at = 0; performance.now() < until; at += 1) note(await once(sender!, at));
    },
  };
}

/** The same attack by all senders at once. */
function together(name: string, once: (sender: Sender) => Promise<string>): FileAttack {
  return {
    name,
    run: async (senders, note) => {
      await Promise.all(senders.map((sender) => again(name, once).run([sender], note)));
    },
  };
}

const tooLarge = Buffer.alloc(20_000_000);

const names = [
  '../../../etc/passwd.pdf',
  'C:\\Windows\\a.pdf',
  'a\r\nSet-Cookie: x=1.pdf',
  'report\u202efdp.pdf',
  `${'x'.repeat(3_000)}.pdf`,
  '\u0000.pdf',
  '.',
];

export const fileAttacks: readonly FileAttack[] = [
  again('too large', (one) => one.upload(tooLarge, 'a.pdf')),
  together('too large: ten users', (one) => one.upload(tooLarge, 'a.pdf')),
  together('20 MB without a token: ten users', (one) => one.uploadAsNobody(tooLarge)),
  again('another type', (one) => one.upload(Buffer.from('plain words'), 'a.txt')),
  again('a lying name', (one) => one.upload(Buffer.from('MZ\x90\0'.padEnd(300, '\0')), 'a.pdf')),
  again('no bytes', (one) => one.upload(Buffer.alloc(0), 'a.pdf')),
  again('names', (one, at) => one.upload(pdf, names[at % names.length]!)),
  again('two types at once', (one, at) => {
    const [name, bytes] = polyglots[at % polyglots.length]!;
    return one.upload(bytes, name, 'papers');
  }),
  {
    name: 'pictures of 2,500 megapixels',
    run: async ([one], note) => {
      const bombs = Object.entries(await makePictureBombs());
      for (let at = 0; at < 60; at += 1) {
        const [ending, bytes] = bombs[at % bombs.length]!;
        note(await one!.upload(bytes, `a.${ending}`, 'pictures'));
      }
    },
  },
  ...Object.entries(pdfs).map(([name, bytes]): FileAttack => ({
    name: `PDF: ${name}`,
    run: async ([one], note) => {
      note(await one!.upload(bytes, 'a.pdf', 'papers'));
      await one!.untilWorked();
    },
  })),
  {
    name: '100 uploads that are cut',
    run: async ([one], note) => {
      for (let at = 0; at < 100; at += 1) {
        const socket = one!.begin('POST', '/api/files?field=studies.papers', 1_000_000);
        socket.write(Buffer.alloc(100_000));
        await wait(20);
        socket.destroy();
      }
      note('cut');
    },
  },
  {
    name: '50 uploads of a byte a second',
    run: async ([one], note) => {
      const sockets = Array.from({ length: 50 }, () =>
        one!.begin('POST', '/api/files?field=studies.papers', 1_000_000),
      );
      for (const socket of sockets)
        socket.once('data', (bytes: Buffer) => note(bytes.toString('latin1', 9, 12)));
      for (let at = 0; at < 10; at += 1) {
        for (const socket of sockets) if (socket.writable) socket.write('x');
        await wait(1_000);
      }
      for (const socket of sockets) socket.destroy();
      note(`${await one!.upload(pdf, 'after.pdf')} after it`);
    },
  },
  {
    name: '50 uploads, 200 downloads: a user',
    run: ([one], note) => crowd(Array<Sender>(10).fill(one!), note),
  },
  { name: '50 uploads, 200 downloads: ten users', run: crowd },
  { name: 'a store that is full', store: { status: 507 }, run: saveAndOpen },
  { name: 'a store that cuts every line', store: 'reset', run: saveAndOpen },
  {
    name: 'a record deleted during an upload',
    run: async ([one], note) => {
      const record = await one!.create('gone', {});
      const begun = await one!.send('POST', '/api/files?field=studies.papers', {
        headers: { ...one!.named('a.pdf'), 'Upload-Complete': '?0', 'Upload-Length': pdf.length },
      });
      await one!.send('DELETE', record, { headers: { 'If-Match': '*' } });
      const last = await one!.send('PATCH', begun.headers['location']!, {
        headers: { 'Upload-Offset': 0 },
        body: pdf,
      });
      note(String(last.status));
      const body = JSON.stringify({ papers: [last.json.id] });
      const headers = { 'If-Match': '*', 'Content-Type': 'application/json' };
      note(String((await one!.send('PATCH', record, { headers, body })).status));
    },
  },
  {
    name: 'a record that names 10,000 files',
    run: async ([one], note) => {
      const papers = Array.from({ length: 10_000 }, (_, at) => `file-${at}`);
      for (let at = 0; at < 20; at += 1)
        note((await one!.create(`many ${at}`, { papers })).slice(-8));
    },
  },
  {
    name: 'exports of 10,000 files',
    run: async ([one], note) => {
      const files = await one!.manyFiles(1_000);
      for (let at = 0; at < 10; at += 1) await one!.create(`heavy ${at}`, { papers: files });
      const path = '/api/studies/export?format=csv&_files=true';
      const ask = async () => note(String((await one!.send('GET', path)).status));
      await Promise.all([ask(), ask()]);
    },
  },
  {
    name: 'a ZIP of 65,000 files',
    run: async ([one], note) => note(await one!.import(zipOf(65_000))),
  },
  again('a ZIP with names like ../../x', (one) =>
    one.import(zipSync({ 'a.csv': table, '../../x.pdf': strToU8('x') })),
  ),
  {
    name: 'a ZIP with 200 MB of names',
    run: async ([one], note) => {
      const paths = Array.from({ length: 3_300 }, (_, at) => [
        `${at}${'x'.repeat(60_000)}`,
        new Uint8Array(),
      ]);
      note(await one!.import(zipSync({ 'a.csv': table, ...Object.fromEntries(paths) })));
    },
  },
  {
    name: 'a ZIP that unpacks to 2 GB',
    run: async ([one], note) => {
      const rows = Array.from({ length: 20 }, (_, at) => `bomb ${at},${at}.bin`);
      const filling = zeros(90_000_000);
      const files = rows.map((_, at) => [`${at}.bin`, filling]);
      const csv = strToU8(`title,papers\n${rows.join('\n')}\n`);
      note(
        await one!.import(zipSync({ 'a.csv': csv, ...Object.fromEntries(files) }, { level: 1 })),
      );
    },
  },
  {
    name: 'a ZIP whose table is one cell of 300 MB',
    run: async ([one], note) => note(await one!.import(zipSync({ 'a.csv': zeros(300_000_000) }))),
  },
];

const table = strToU8('title\nOne\n');

function zeros(size: number): Uint8Array {
  return new Uint8Array(size).fill(97);
}

function zipOf(count: number): Uint8Array {
  const files = Array.from({ length: count }, (_, at) => [`f/${at}.txt`, new Uint8Array([97])]);
  return zipSync({ 'a.csv': table, ...Object.fromEntries(files) }, { level: 0 });
}

/** Fifty uploads and two hundred downloads at once, shared by ten senders. */
async function crowd(senders: readonly Sender[], note: (answer: string) => void): Promise<void> {
  const large = Buffer.concat([pdf, Buffer.alloc(3_000_000, 'a')]);
  const ids = await Promise.all(
    [...new Set(senders)].map(async (one) => [one, await one.uploaded(large)] as const),
  );
  const idOf = new Map(ids);
  await Promise.all(
    senders.flatMap((one) => [
      ...Array.from({ length: 5 }, async () => note(await one.upload(large, 'a.pdf', 'papers'))),
      ...Array.from({ length: 20 }, async () =>
        note(String((await one.send('GET', `/api/files/${idOf.get(one)}`)).status)),
      ),
    ]),
  );
}

async function saveAndOpen([one]: readonly Sender[], note: (answer: string) => void) {
  for (let at = 0; at < 5; at += 1) {
    note(await one!.upload(makePdf([`full ${at}`]), 'a.pdf'));
    note(String((await one!.send('GET', '/api/studies?_perPage=10')).status));
  }
}
