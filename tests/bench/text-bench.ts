import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { makePdf } from '../support/make-pdf.ts';
import { studiesSource } from '../support/studies.ts';
import { withBenchServers } from './bench-servers.ts';
import { createRandom } from './chem-rows.ts';
import { askOnce, toRequest } from './client.ts';
import { cpuOf, cpuOfFamily } from './cpu-time.ts';
import type { Server } from './processes.ts';
import { median, toTable, type Line } from './report.ts';

/*
 * `npm run bench -- texts [--documents 2000 --pages 50 --uploads 200]`: searches in the text of documents of made-up
 * words, lists beside them, and the server while it reads the documents that are uploaded. Searches are measured by the
 * processor time of server and database, so that other work on the machine makes no difference.
 */
const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '2000' },
    pages: { type: 'string', default: '50' },
    uploads: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '20' },
  },
});
const [documents, pages, uploads, rounds] = Object.values(options).map(Number) as [
  number,
  number,
  number,
  number,
];
const WORDS_OF_PAGE = 300;
const random = createRandom(7);

/** Words by their rank: the first is on nearly every page, the last on few of all. */
const syllables = ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'ke', 'li', 'mo', 'nu', 'pra', 'ste', 'tri'];
const wordAt = (rank: number): string => {
  let [rest, word] = [rank + 40, ''];
  for (; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length]!;
  return word;
};
const VOCABULARY = 30_000;
const makeText = (): string =>
  Array.from({ length: WORDS_OF_PAGE }, () => wordAt(Math.floor(VOCABULARY ** random()) - 1)).join(
    ' ',
  );

const lines = await withBenchServers(async ({ url, folder, postmaster, withServer }) => {
  const resources = join(folder, 'resources.json');
  await writeFile(resources, JSON.stringify(studiesSource));
  const environment = { RESOURCES: resources };
  // Makes the tables.
  await withServer(async () => undefined, environment);
  const seconds = await fill(url);
  console.error(
    `${documents * pages} pages of ${WORDS_OF_PAGE} words, indexed in ${seconds.toFixed(0)} s`,
  );
  return await withServer(async (server, token) => {
    const headers = { Authorization: `Bearer ${await token()}` };
    return [
      ...(await measureSearches(server, headers, postmaster)),
      ...(await measureReading(server, headers, url)),
    ];
  }, environment);
});
console.log(toTable(lines));

/** Studies with a document each, as if the server had read it. */
async function fill(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const started = performance.now();
  for (let at = 0; at < documents; at++) {
    const id = `study-${String(at).padStart(6, '0')}`;
    const sha256 = createHash('sha256').update(id).digest('hex');
    const file = { id, name: `${id}.pdf`, type: 'application/pdf', size: 1, sha256 };
    await client.query(
      `insert into backoffice.blobs (sha256, size, stored, work_state, text_read) values ($1, 1, true, 'done', true)`,
      [sha256],
    );
    await client.query(
      `insert into backoffice.files (id, sha256, name, type, size) values ($1, $2, $3, $4, 1)`,
      [id, sha256, file.name, file.type],
    );
    await client.query(
      `insert into backoffice.blob_texts (sha256, page, part, text) select $1, n, 1, t from unnest($2::text[]) with ordinality x(t, n)`,
      [sha256, Array.from({ length: pages }, makeText)],
    );
    await client.query(`insert into studies (_id, title, document) values ($1, $1, $2)`, [
      id,
      file,
    ]);
  }
  const took = (performance.now() - started) / 1_000;
  await client.query('vacuum analyze');
  await client.end();
  return took;
}

type Headers = Record<string, string>;

async function ask(server: Server, headers: Headers, path: string): Promise<any> {
  const { status, body } = await askOnce(server.port, toRequest('GET', path, headers));
  if (status !== 200) throw new Error(`${path}: ${status} ${body.toString()}`);
  return JSON.parse(body.toString());
}

async function measureSearches(
  server: Server,
  headers: Headers,
  postmaster: number,
): Promise<Line[]> {
  const cpu = () => 1_000 * (cpuOf(server.pid) + cpuOfFamily(postmaster));
  const [common, other, rare] = [wordAt(1), wordAt(30), wordAt(VOCABULARY - 100)];
  const asked: [name: string, path: string, goal: number][] = [
    ['list', '/api/studies?_perPage=50', 50],
    ['list by a rare word', `/api/studies?document_search=${rare}&_perPage=50`, 300],
    ['list by a word on most pages', `/api/studies?document_search=${common}&_perPage=50`, 300],
    [
      'list by two words',
      `/api/studies?document_search=${other}%20${wordAt(500)}&_perPage=50`,
      300,
    ],
    [
      'list by a phrase',
      `/api/studies?document_search="${wordAt(40)}%20${wordAt(60)}"&_perPage=50`,
      300,
    ],
    ['list by a beginning of three letters', '/api/studies?document_search=pra&_perPage=50', 300],
    ['search everywhere, rare word', `/api/search?q=${rare}`, 300],
    ['search everywhere, two words', `/api/search?q=${other}%20${wordAt(500)}`, 300],
    ['search everywhere, word on most pages', `/api/search?q=${common}`, 300],
  ];
  const found: Line[] = [];
  for (const [name, path, goal] of asked) {
    const times: number[] = [];
    const before = cpu();
    let answer;
    for (let round = 0; round < rounds; round++) {
      const started = performance.now();
      answer = await ask(server, headers, encodeURI(decodeURI(path)));
      times.push(performance.now() - started);
    }
    const count =
      answer.total ??
      `${answer.documents.data.length}${answer.documents.timedOut ? ', timed out' : ''}`;
    found.push({
      name: `${name} (${count})`,
      unit: 'ms',
      ours: (cpu() - before) / rounds,
      goal,
      more: { ours: times },
    });
  }
  return found;
}

/** Uploads documents, and asks for a list again and again until their text has been read. */
async function measureReading(server: Server, headers: Headers, url: string): Promise<Line[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await server.loopDelay();
  const times: number[] = [];
  let seconds = 0;
  const { peak } = await server.peakOf(async () => {
    for (let at = 0; at < uploads; at++) {
      const body = makePdf(Array.from({ length: 20 }, () => makeText().slice(0, 60)));
      const answer = await fetch(
        `http://localhost:${server.port}/api/files?field=studies.document`,
        {
          method: 'POST',
          headers: { ...headers, 'Content-Disposition': `attachment; filename="${at}.pdf"` },
          body: new Uint8Array(body),
        },
      );
      if (answer.status !== 201) throw new Error(await answer.text());
      await answer.arrayBuffer();
    }
    const started = performance.now();
    for (;;) {
      const asked = performance.now();
      await ask(server, headers, '/api/studies?_perPage=50');
      times.push(performance.now() - asked);
      const { rows } = await client.query(
        `select from backoffice.blobs where work_state = 'waiting' limit 1`,
      );
      if (rows.length === 0) break;
      await sleep(50);
    }
    seconds = (performance.now() - started) / 1_000;
  });
  const delay = await server.loopDelay();
  await client.end();
  return [
    {
      name: `the rest of ${uploads} uploaded documents is read`,
      unit: 's',
      ours: seconds,
      goal: 120,
    },
    { name: 'list meanwhile', unit: 'ms', ours: median(times), goal: 100, more: { ours: times } },
    { name: 'event loop late, p99', unit: 'ms', ours: delay.p99, goal: 50 },
    { name: 'peak memory of the server', unit: 'MiB', ours: peak, goal: 400 },
  ];
}
