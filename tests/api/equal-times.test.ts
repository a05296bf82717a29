import { afterAll, describe, expect, it, test } from 'vitest';
import { emailOf, openTestApi, PASSWORD, type TestAnswer } from '../support/api.ts';
import { mannWhitney } from '../support/mann-whitney.ts';
import { nextAddress } from '../support/people.ts';

/** As many addresses that are known as there are pairs: what was asked before must not count. */
const PAIRS = 40;
/** Chance alone makes one attempt of a hundred look different, and three in a row one of a million. */
const UNLIKELY = 0.01;
const ATTEMPTS = 3;

const api = await openTestApi({ steady: 400 });
for (let nth = 0; nth < PAIRS; nth += 1) await api.addUser(`known${nth}`, 'viewer');
afterAll(() => api.close());

const calls: [string, string, number, (email: string) => object][] = [
  ['signing in', '/api/users/login', 1, (email) => ({ email, password: 'wrong' })],
  ['a forgotten password', '/api/users/forgotpassword', 8, (email) => ({ email })],
  [
    'registering',
    '/api/users/',
    8,
    (email) => ({
      name: 'Somebody',
      email,
      organisation: 'Institute',
      password: PASSWORD,
      acceptedTerms: true,
    }),
  ],
];

describe.each(calls)('%s', (_, path, width, toBody) => {
  const send = (name: string): Promise<TestAnswer> =>
    api.call('POST', path, { body: toBody(emailOf(name)), address: nextAddress() });

  it('gives the same answer for known and unknown addresses', async () => {
    const [known, unknown] = [await send('known0'), await send(`nobody${Math.random()}`)];

    expect(withoutIds(known)).toEqual(withoutIds(unknown));
  });

  it('takes equally long for known and unknown addresses', { timeout: 120_000 }, async () => {
    let likely = 0;
    for (let attempt = 1; attempt <= ATTEMPTS && likely < UNLIKELY; attempt += 1) {
      await api.database.query('delete from backoffice.attempts');
      likely = mannWhitney(...(await measure(send, width, attempt)));
    }

    expect(likely).toBeGreaterThan(UNLIKELY);
  });
});

/** Times of both, taken in turn, so that whatever else the machine does meets both. */
async function measure(
  send: (name: string) => Promise<TestAnswer>,
  width: number,
  attempt: number,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  const open = Array.from({ length: PAIRS }, (_, nth) => nth);
  const time = async (which: 0 | 1, name: string): Promise<void> => {
    const since = performance.now();
    await send(name);
    times[which].push(performance.now() - since);
  };
  const work = async (): Promise<void> => {
    for (let nth = open.shift(); nth !== undefined; nth = open.shift()) {
      const known = () => time(0, `known${nth}`);
      const unknown = () => time(1, `nobody${attempt}.${nth}`);
      const both = nth % 2 === 0 ? [known, unknown] : [unknown, known];
      for (const each of both) await each();
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return times;
}

/** All of an answer but what is made anew for each. */
function withoutIds({ status, headers, json }: TestAnswer): unknown {
  const { _id, email, requestId, ...body } = json ?? {};
  return {
    status,
    names: [...headers.keys()].toSorted(),
    body,
    ids: [typeof _id, typeof email, typeof requestId],
  };
}

test('the statistic detects small differences, and no others', () => {
  const noise = (nth: number): number => ((nth * 7919) % 101) / 10;
  const sample = (shift: number, from: number): number[] =>
    Array.from({ length: PAIRS }, (_, nth) => 100 + shift + noise(from + nth));

  expect(mannWhitney(sample(0, 1), sample(0, 60))).toBeGreaterThan(0.05);
  expect(mannWhitney(sample(0, 1), sample(4, 60))).toBeLessThan(UNLIKELY);
  expect(mannWhitney([1, 1, 1], [1, 1, 1])).toBe(1);
});
