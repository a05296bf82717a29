import { admin, withBenchServers } from './bench-servers.ts';
import { createCaller } from './caller.ts';
import { median } from './report.ts';

/*
 * `npm run bench -- bodies`: how long the dearest JSON bodies keep the event loop from all other work, in ms. One
 * after the other on an idle server; the goal is 20 ms.
 */
const ROUNDS = 9;
const SIZE = 990_000;

const fields = (record: number) =>
  Array.from({ length: 18 }, (_, key) => `"k${key}":"${record}"`).join();
const entry = (at: number) => ({
  casId: `50-00-${at % 10}`,
  commonName: `Body ${at}`,
  synonyms: Array.from({ length: 20 }, (_, many) => `name ${at}.${many}`),
});

const bodies: readonly [name: string, path: string, body: string][] = [
  ['a text', '/api/chems', JSON.stringify({ commonName: 'x'.repeat(SIZE) })],
  ['a text of escapes', '/api/chems', `{"commonName":"${'\\u0041'.repeat(SIZE / 6)}"}`],
  ['a text of backslashes', '/api/chems', `{"commonName":"${'\\\\'.repeat(SIZE / 2)}"}`],
  ['halves of emoji', '/api/chems', `{"commonName":"${'\\ud83d'.repeat(SIZE / 6)}"}`],
  ['empty objects', '/api/chems', `{"comments":[${'{},'.repeat(330_000)}{}]}`],
  ['numbers', '/api/chems', `{"synonyms":[${'1,'.repeat(49_000)}1]}`],
  ['long numbers', '/api/chems', `{"synonyms":[${'1.2345678901234567,'.repeat(49_000)}1]}`],
  ['texts', '/api/chems', `{"synonyms":[${'"a name of it",'.repeat(49_000)}""]}`],
  [
    'unlike texts',
    '/api/chems',
    JSON.stringify({ synonyms: Array.from({ length: 49_000 }, (_, at) => `name ${at}`) }),
  ],
  [
    'keys',
    '/api/chems',
    `{"a":[${Array.from({ length: 1_000 }, (_, at) => `{${fields(at)}}`).join()}]}`,
  ],
  ['deep lists', '/api/chems', `{"a":${'['.repeat(15)}${'[],'.repeat(49_000)}[]${']'.repeat(15)}}`],
  ['broken at its end', '/api/chems', `{"synonyms":[${'"a name of it",'.repeat(49_000)}`],
  [
    'many records',
    '/api/chems/bulk',
    JSON.stringify({ records: Array.from({ length: 1_000 }, (_, at) => ({ data: entry(at) })) }),
  ],
  [
    'many ids',
    '/api/chems/bulk',
    JSON.stringify({
      action: 'update',
      ids: Array.from({ length: 40_000 }, (_, at) => `id${at}`),
      data: { comments: 'x' },
    }),
  ],
  [
    'a filter',
    '/api/chems/bulk',
    JSON.stringify({
      action: 'update',
      where: { casId_in: Array.from({ length: 40_000 }, (_, at) => `${at}-00-0`) },
      data: { comments: 'x' },
    }),
  ],
];

process.env['WATCH_EVERY'] = '1';
await withBenchServers(({ withServer }) =>
  withServer(async (server) => {
    const caller = createCaller(server.port, '127.0.0.2');
    await caller.signIn(admin.email, admin.password);
    const held = new Map(bodies.map(([name]) => [name, { status: 0, ms: [] as number[] }]));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, path, body] of bodies) {
        await server.loopDelay();
        const status = await caller.ask('POST', path, body);
        const { max } = await server.loopDelay();
        // The first round compiles the code.
        if (round > 0) held.get(name)!.ms.push(max);
        held.get(name)!.status = status;
      }
    console.log('| body | status | median ms | longest ms |\n|---|---|---|---|');
    for (const [name, { status, ms }] of held)
      console.log(
        `| ${name} | ${status} | ${median(ms).toFixed(1)} | ${Math.max(...ms).toFixed(1)} |`,
      );
  }),
);
