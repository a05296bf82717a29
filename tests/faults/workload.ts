import { request, Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Ledger, type Outcome } from './ledger.ts';

export type Workload = {
  ledger: Ledger;
  /** Resolves when so many calls in a row went well, and answers after how many milliseconds. */
  recovered(calls?: number): Promise<number>;
  /** Ends it, and answers which acknowledged writes are not there, and which refused ones are. */
  end(): Promise<{ lost: string[]; denied: string[] }>;
};

/** The code of an answer that does not know whether the write was made. */
const UNKNOWN_OUTCOME = 'S013';
const WRITERS = 4;
const READERS = 2;
/** A client gives up here; the campaign counts it as a call that hung. */
const PATIENCE = 31_000;

/**
 * Ordinary people at work, whose records have this name in their keys: some create and change records of their own,
 * others read lists, and what else has these paths.
 */
export function startWorkload(
  url: string,
  token: string,
  name = 'w',
  paths: readonly string[] = [],
): Workload {
  const ledger = new Ledger();
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  let isOver = false;
  let inARow = 0;

  const call = async (method: string, path: string, sent: Partial<Sent> = {}): Promise<Answer> => {
    const outcome = await send(agent, { url, token, method, path, ...sent });
    ledger.outcomes.push(outcome);
    inARow = isFine(outcome) ? inARow + 1 : 0;
    // Whoever is refused tries again a little later, as people and clients do.
    if (!isFine(outcome)) await sleep(50);
    return outcome;
  };

  const lookAgain = async (path: string): Promise<number | undefined> => {
    for (;;) {
      const { version } = await call('GET', path);
      if (version !== undefined || isOver) return version;
    }
  };
  const write = async (writer: number): Promise<void> => {
    for (let turn = 0; !isOver; turn += 1) {
      const key = `${name}${writer}-${turn}`;
      const path = `/api/chemFunctions/${key}`;
      const made = await call('POST', '/api/chemFunctions', { body: { _id: key, key, name: key } });
      if (made.status >= 400 && made.code !== UNKNOWN_OUTCOME) ledger.refused(key);
      if (made.status !== 201) continue;
      ledger.created(key);
      let { version } = made;
      for (let change = 0; change < 3 && !isOver; change += 1) {
        const description = `${key} ${change}`;
        ledger.trying(key, description);
        const done = await call('PATCH', path, { body: { description }, version });
        if (done.status === 200) ledger.wrote(key, description);
        // As the screens do: nobody writes on what they have not seen, so no late write comes after.
        version = done.version ?? (await lookAgain(path));
      }
    }
  };
  const read = async (): Promise<void> => {
    while (!isOver) {
      await call('GET', '/api/chemFunctions?_perPage=25&_sort=-createdAt');
      await sleep(10);
    }
  };
  const readAlso = async (path: string): Promise<void> => {
    while (!isOver) {
      await call('GET', path);
      await sleep(100);
    }
  };
  const people = [
    ...paths.map(readAlso),
    ...Array.from({ length: WRITERS }, (_, writer) => write(writer)),
    ...Array.from({ length: READERS }, read),
  ];

  return {
    ledger,
    async recovered(calls = 20) {
      const begin = performance.now();
      inARow = 0;
      while (inARow < calls && performance.now() - begin < 90_000) await sleep(20);
      return performance.now() - begin;
    },
    async end() {
      isOver = true;
      await Promise.all(people);
      const there = await readAll(agent, url, token);
      agent.destroy();
      return { lost: ledger.lost(there), denied: ledger.denied(there) };
    },
  };
}

function isFine({ status }: Outcome): boolean {
  return status >= 200 && status < 300;
}

type Sent = {
  url: string;
  token: string;
  method: string;
  path: string;
  body?: object | undefined;
  /** The version a change is based on. */
  version?: number | undefined;
};

/** The version is that of the record in the answer; a refusal has none. */
type Answer = Outcome & { version?: number | undefined };

async function send(agent: Agent, sent: Sent): Promise<Answer> {
  const begin = performance.now();
  const answer = await ask(agent, sent).catch(() => ({ status: 0, text: '' }));
  const at = performance.now();
  const ms = at - begin;
  const { status, text } = answer;
  const code = /"code":"?(\w+)/.exec(status >= 400 ? text : '')?.[1];
  const version = status < 300 ? /^\{"_id":"[^"]*","_version":(\d+)/.exec(text)?.[1] : undefined;
  return {
    method: sent.method,
    path: sent.path,
    status,
    ms,
    at,
    ...(code && { code }),
    ...(version && { version: Number(version) }),
  };
}

function ask(
  agent: Agent,
  { url, token, method, path, body, version }: Sent,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(version !== undefined && { 'If-Match': `"${version}"` }),
      ...(body && { 'Content-Type': 'application/json' }),
    };
    const asked = request(new URL(path, url), { method, agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      answer.on('error', reject);
    });
    asked.setTimeout(PATIENCE, () => asked.destroy(new Error('no answer')));
    asked.on('error', reject);
    asked.end(body && JSON.stringify(body));
  });
}

async function readAll(
  agent: Agent,
  url: string,
  token: string,
): Promise<Map<string, string | null>> {
  const there = new Map<string, string | null>();
  for (let after = ''; ;) {
    const path = `/api/chemFunctions?_perPage=1000&_fields=key,description${after && `&_after=${encodeURIComponent(after)}`}`;
    const { status, text } = await ask(agent, { url, token, method: 'GET', path });
    if (status !== 200) throw new Error(`The records cannot be read: ${status} ${text}`);
    const { data, next } = JSON.parse(text) as {
      data: { key: string; description: string | null }[];
      next: string | null;
    };
    for (const { key, description } of data) there.set(key, description);
    if (next === null) return there;
    after = next;
  }
}
