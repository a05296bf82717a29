import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../src/store/connection/database.ts';
import { setPassword } from '../../src/store/system/accounts/credentials.ts';
import { hashPassword } from '../../src/api/accounts/password-hash.ts';
import { attacks, type Attack } from './attacks.ts';
import { computingAttacks } from './computing-attacks.ts';
import { withBenchServers } from './bench-servers.ts';
import { createCaller, type Caller } from './caller.ts';
import { toChemRow } from './chem-rows.ts';
import type { Server } from './processes.ts';

/*
 * `npm run bench -- fairness [--only "JSON" --calls 500]`: one ordinary user lists, reads and saves while 25 attackers
 * of one kind after the other do their worst, from other addresses of this machine. Ends with 1 when a line misses.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    calls: { type: 'string', default: '500' },
    attackers: { type: 'string', default: '25' },
    records: { type: 'string', default: '20000' },
  },
});
const calls = Number(options.calls);
const attackers = Number(options.attackers);
const records = Number(options.records);

/** What an ordinary user must not feel: more than three times what it is else, where that is more than 100 ms. */
const limit = (calm: number) => Math.max(100, 3 * calm);
const MOST_MEMORY = 400;
const LONGEST_RECOVERY = 2_000;
const PASSWORD = 'fair fair fair fair';

const doings = ['list', 'get', 'save'] as const;
type Doing = (typeof doings)[number];
type Felt = Record<Doing, number> & { refused: number; failed: number };
type Line = Felt & { name: string; memory: number; recovery: number; misses: string[] };

const lines = await withBenchServers(async ({ url, withServer }) =>
  withServer(async (server, token) => {
    console.error(`${records} records, ${attackers} attackers, ${calls} calls of each`);
    const names = Array.from({ length: attackers }, (_, at) => `attacker${at}`);
    await prepare(url, ['ordinary', ...names]);
    await token();
    const ordinary = createCaller(server.port, '127.0.0.2');
    await ordinary.signIn('ordinary@example.org', PASSWORD);
    const all = await Promise.all(
      names.map(async (name, at) => {
        const caller = createCaller(server.port, `127.0.1.${at + 1}`);
        await caller.signIn(`${name}@example.org`, PASSWORD);
        return caller;
      }),
    );
    await use(ordinary, Math.min(100, calls));
    const calm = await use(ordinary, calls);
    const found: Line[] = [
      { name: 'nobody', ...calm, memory: memoryOf(server), recovery: 0, misses: [] },
    ];
    console.error(toText(found[0]!));
    for (const attack of [...attacks, ...computingAttacks].filter(({ name }) =>
      name.includes(options.only),
    )) {
      await wait(1_000);
      found.push(await underAttack(server, ordinary, all, attack, calm));
      console.error(toText(found.at(-1)!));
    }
    return found;
  }),
);
console.log(
  [
    '| attack | list | get | save | refused | failed | MiB | normal after | misses |',
    '|---|---|---|---|---|---|---|---|---|',
    ...lines.map(toText),
  ].join('\n'),
);
process.exitCode = lines.some(({ misses }) => misses.length > 0) ? 1 : 0;

async function underAttack(
  server: Server,
  ordinary: Caller,
  all: readonly Caller[],
  attack: Attack,
  calm: Felt,
): Promise<Line> {
  const stop = new AbortController();
  let memory = memoryOf(server);
  const look = setInterval(() => (memory = Math.max(memory, memoryOf(server))), 100);
  const working = all.map((caller, at) => attack.run(caller, at, stop.signal).catch(() => {}));
  await wait(1_500);
  const felt = await use(ordinary, calls);
  stop.abort();
  for (const caller of all) caller.hangUp();
  const ended = performance.now();
  const recovery = await untilNormal(ordinary, calm, ended);
  clearInterval(look);
  await Promise.race([Promise.all(working), wait(10_000)]);
  const misses = [
    ...doings.filter((doing) => felt[doing] > limit(calm[doing])),
    ...(felt.refused + felt.failed > 0 ? ['answers'] : []),
    ...(memory >= MOST_MEMORY ? ['memory'] : []),
    ...(recovery > LONGEST_RECOVERY ? ['recovery'] : []),
  ];
  return { name: attack.name, ...felt, memory, recovery, misses };
}

/** What somebody does in a screen, one thing after the other. */
async function use(caller: Caller, times: number): Promise<Felt> {
  const took: Record<Doing, number[]> = { list: [], get: [], save: [] };
  let refused = 0;
  let failed = 0;
  for (let at = 0; at < times; at += 1) {
    const id = `fair${(at * 7) % records}`;
    const path = `/api/chems/${id}`;
    const requests: [Doing, string, string, object?][] = [
      ['list', 'GET', `/api/chems?_perPage=25&_page=${1 + (at % 20)}&_sort=-casId`],
      ['get', 'GET', path],
      ['save', 'PATCH', path, { comments: `seen ${at}` }],
    ];
    for (const [doing, method, where, body] of requests) {
      const started = performance.now();
      const status = await caller.ask(method, where, body).catch(() => 599);
      took[doing].push(performance.now() - started);
      if (status >= 400) console.error(`${doing} ${at}: ${status}`);
      if (status === 429) refused += 1;
      else if (status >= 400) failed += 1;
    }
  }
  const p99 = (times: number[]) =>
    times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
  return { list: p99(took.list), get: p99(took.get), save: p99(took.save), refused, failed };
}

/** Until ten calls of each in a row are as they were. */
async function untilNormal(caller: Caller, calm: Felt, ended: number): Promise<number> {
  for (;;) {
    const began = performance.now();
    const felt = await use(caller, 10);
    const isNormal =
      felt.refused + felt.failed === 0 &&
      doings.every((doing) => felt[doing] <= limit(calm[doing]));
    if (isNormal || began - ended > 20_000) return began - ended;
  }
}

async function prepare(url: string, names: readonly string[]): Promise<void> {
  const database = await openDatabase({ url, log: { info: () => {}, warn: console.error } });
  try {
    const hash = await hashPassword(PASSWORD);
    for (const name of names) {
      const values = [`user-${name}`, `${name}@example.org`, name, 'staff', 'confirmed'];
      await database.query(
        'insert into users (_id, email, name, role, status) values ($1, $2, $3, $4, $5)',
        values,
      );
      await setPassword(database, values[0]!, hash);
    }
    const chems = Array.from({ length: records }, (_, at) => {
      const { casId, commonName, iupacName, synonyms } = toChemRow(at);
      return { _id: `fair${at}`, casId, commonName, iupacName, synonyms };
    });
    for (let at = 0; at < chems.length; at += 2_000)
      await database.query(
        `insert into chems (_id, "casId", "commonName", "iupacName", synonyms)
         select r->>'_id', r->>'casId', r->>'commonName', r->>'iupacName',
           array(select jsonb_array_elements_text(r->'synonyms')) from jsonb_array_elements($1::jsonb) r`,
        [JSON.stringify(chems.slice(at, at + 2_000))],
      );
    await database.query('analyze');
  } finally {
    await database.close();
  }
}

/** MiB of the server and its processes; its workers are threads of it. */
function memoryOf({ pid }: Server): number {
  const of = (each: number): number => {
    try {
      const own = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${each}/status`, 'utf8'))?.[1] ?? 0;
      const children = readFileSync(`/proc/${each}/task/${each}/children`, 'utf8').split(' ');
      return children
        .filter(Boolean)
        .reduce((sum, child) => sum + of(Number(child)), Number(own) / 1_024);
    } catch {
      return 0;
    }
  };
  return Math.round(of(pid));
}

function toText({
  name,
  list,
  get,
  save,
  refused,
  failed,
  memory,
  recovery,
  misses,
}: Line): string {
  const ms = (value: number) => value.toFixed(0);
  return `| ${name} | ${ms(list)} | ${ms(get)} | ${ms(save)} | ${refused} | ${failed} | ${memory} | ${(recovery / 1_000).toFixed(1)} s | ${misses.join(', ')} |`;
}
