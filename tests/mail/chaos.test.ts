import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { openMailSink, type Behaviour } from '../support/mail-sink.ts';
import { passwordReset, put } from '../support/outbox.ts';
import { top } from '../support/source-files.ts';
import { openTestStore } from '../support/store.ts';

const MAILS = 120;
const KILLS = 12;
/** How many mails are put at each kill. */
const PUT = MAILS / KILLS;
/** Of killing, in milliseconds; a slow machine kills less often in it. */
const KILLING = 20_000;

const children = new Set<ChildProcess>();

const store = await openTestStore({});
const sink = await openMailSink();
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await sink.shut();
  await store.close();
});

/** Two servers, of which one or the other is killed at any moment, before a mail server in its worst week. */
test(
  'every mail arrives, and is sent twice only if its row is marked as doubtful',
  { timeout: 120_000 },
  async () => {
    let isCalm = false;
    let attempts = 0;
    sink.behave = (recipient) => {
      attempts += 1;
      if (recipient.startsWith('gone')) return { refuse: 550, at: 'recipient' };
      return isCalm ? 'take' : misbehave();
    };
    const servers = await Promise.all([start(), start()]);
    const names = Array.from(
      { length: MAILS },
      (_, index) => `${index % 20 ? 'n' : 'gone'}${index}`,
    );

    const begun = Date.now();
    for (let kill = 0; kill < KILLS && Date.now() - begun < KILLING; kill++) {
      const before = attempts;
      // While everything dies, as changes are made while mails are sent.
      const putting = putAll(names.splice(0, PUT));
      // Whatever the server is doing after so many mails, it is killed in it.
      const enough = 1 + Math.floor(Math.random() * (PUT / 2));
      await vi.waitUntil(() => attempts >= before + enough, { timeout: 20_000, interval: 5 });
      if (kill % 4 === 3) {
        await sink.shut();
        await vi.waitUntil(isUnreachable, { timeout: 20_000 });
        await sink.open();
      }
      const index = kill % servers.length;
      await killNow(servers[index]!);
      servers[index] = await start();
      await putting;
    }
    await putAll(names);
    isCalm = true;
    const rows = await settled();

    const copiesOf = Map.groupBy(sink.copies, ({ messageId }) => messageId);
    const wrong = rows.flatMap(({ address, state, doubts, messageId, token }) => {
      const copies = copiesOf.get(`<${messageId}>`) ?? [];
      const expected = address.startsWith('gone') ? 'parked' : 'sent';
      const found: string[] = [];
      if (state !== expected) found.push(`is ${state} and not ${expected}`);
      if (state === 'sent' && copies.length === 0) found.push('never came');
      if (state === 'sent' && token !== null) found.push('kept its token');
      if (state === 'parked' && copies.length > 0) found.push('came although it was refused');
      if (copies.length > doubts + 1)
        found.push(`came ${copies.length} times with ${doubts} doubts`);
      if (new Set(copies.map(({ text }) => text)).size > 1) found.push('came in two versions');
      if (copies.some(({ recipient }) => recipient !== address))
        found.push('came to somebody else');
      return found.map((what) => `${address} ${what}`);
    });
    expect(wrong).toEqual([]);
    expect(rows).toHaveLength(MAILS);
    expect(copiesOf.size).toBe(rows.filter(({ state }) => state === 'sent').length);
  },
);

function misbehave(): Behaviour {
  const dice = Math.random();
  if (dice < 0.08) return { refuse: 451, at: 'recipient' };
  if (dice < 0.16) return { refuse: 452, at: 'text' };
  if (dice < 0.22) return 'breakInText';
  if (dice < 0.28) return 'breakAfterText';
  if (dice < 0.5) return { slow: Math.random() * 60 };
  return 'take';
}

async function putAll(names: readonly string[]): Promise<void> {
  for (const name of names) await put(store.database, name, passwordReset());
}

/** Whether a server has noticed that there is no mail server. */
async function isUnreachable(): Promise<boolean> {
  const { rowCount } = await store.database.query(
    'select from backoffice.outbox where unreachable limit 1',
  );
  return rowCount === 1;
}

type Row = {
  address: string;
  state: string;
  doubts: number;
  messageId: string;
  token: string | null;
};

async function settled(): Promise<Row[]> {
  const read = async (): Promise<Row[]> => {
    const { rows } = await store.database.query<Row>(
      `select to_address as address, state, doubts, message_id as "messageId", token
       from backoffice.outbox`,
    );
    const open = rows.filter(({ state }) => state !== 'sent' && state !== 'parked');
    expect(open).toEqual([]);
    return rows;
  };
  return vi.waitFor(read, { timeout: 90_000 });
}

async function start(): Promise<ChildProcess> {
  const program = join(top, 'tests/support/mail-sender.ts');
  const child = spawn(process.execPath, [program, store.url, `smtp://${sink.address}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  await once(child.stdout, 'data');
  return child;
}

async function killNow(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  children.delete(child);
}
