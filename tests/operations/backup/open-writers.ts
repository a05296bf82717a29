import { signIn } from '../../support/sign-in.ts';

export type Writers = {
  /** How long writes take while `work` runs: the median and the slowest of twenty, in milliseconds. */
  measure(work: () => Promise<unknown>): Promise<string>;
  close(): Promise<void>;
};

/** Somebody creates, changes and deletes records all the time, and changes two of them in one request. */
export async function openWriters(url: string): Promise<Writers> {
  const { call } = await signIn(url, 'admin@example.org', 'nine quiet lakes behind');
  const headers = { 'If-Match': '*' };
  let isClosed = false;
  let times: number[] = [];
  const send = async (method: string, path: string, body?: object) => {
    const begun = performance.now();
    const answer = await call(method, `/api/${path}`, { body, headers });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    times.push(performance.now() - begun);
    return answer.body;
  };
  const work = (async () => {
    for (let turn = 1; !isClosed; turn += 1) {
      const { _id } = await send('POST', 'things', { name: `New ${turn}` });
      await send('PATCH', `things/${_id}`, { size: turn });
      await send('DELETE', `things/${_id}`);
      await send('POST', 'pairs/bulk', {
        action: 'update',
        ids: ['left', 'right'],
        data: { turn },
      });
    }
  })();
  return {
    async measure(during) {
      times = [];
      await Promise.race([during(), work]);
      const sorted = times.toSorted((one, other) => one - other);
      const at = (part: number): number =>
        Math.round(sorted[Math.floor(sorted.length * part)] ?? 0);
      return `${sorted.length} writes, median ${at(0.5)} ms, 95 % within ${at(0.95)} ms`;
    },
    async close() {
      isClosed = true;
      await work;
    },
  };
}
