import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAttemptQueue } from '../../src/api/accounts/sign-in/attempt-queue.ts';
import {
  emailOf,
  openTestApi,
  PASSWORD,
  signIn,
  type TestAnswer,
  type TestApi,
} from '../support/api.ts';

let api: TestApi;

beforeEach(async () => {
  api = await openTestApi();
});
afterEach(() => api.close());

function guess(name: string, address: string, more: object = {}): Promise<TestAnswer> {
  const body = { email: emailOf(name), password: 'a guess', ...more };
  return api.call('POST', '/api/users/login', { body, address });
}

it('an account allows five wrong passwords, and then blocks for longer and longer', async () => {
  const address = '192.0.2.1';
  for (let time = 1; time <= 5; time += 1) expect((await guess('staff', address)).status).toBe(401);

  const sixth = await guess('staff', address);
  await api.database.query('update backoffice.attempts set free_at = now()');
  const afterWaiting = await guess('staff', address);
  const next = await guess('staff', address);

  expect(sixth.status).toBe(429);
  expect(sixth.json).toMatchObject({ code: 'A010', problems: [{ params: { seconds: 60 } }] });
  expect(sixth.headers.get('Retry-After')).toBe('60');
  expect(afterWaiting.status).toBe(401);
  expect(next.headers.get('Retry-After')).toBe('120');
});

it('a blocked account refuses the right password without checking it', async () => {
  const address = '192.0.2.1';
  for (let time = 1; time <= 5; time += 1) await guess('staff', address);

  expect((await signIn(api, 'staff', { address })).status).toBe(429);
});

it('all addresses of one IPv6 network count as one', async () => {
  for (let host = 1; host <= 5; host += 1) await guess('staff', `2001:db8:1:2::${host}`);

  expect((await guess('staff', '2001:db8:1:2:ffff::1')).status).toBe(429);
  expect((await guess('staff', '2001:db8:1:3::1')).status).toBe(401);
});

it('one account counts as one, however its address is written', async () => {
  const address = '192.0.2.1';
  const spellings = [
    'staff@example.org',
    'STAFF@example.org',
    ' staff@example.org',
    'ｓtaff@example.org',
    'staff@EXAMPLE.org',
  ];
  for (const email of spellings) await guess('staff', address, { email });

  expect((await guess('staff', address)).status).toBe(429);
});

it('attempts of one address on many accounts are limited', async () => {
  const answers: number[] = [];
  for (let time = 0; time < 25; time += 1) {
    answers.push((await guess(`nobody${time}`, '192.0.2.1')).status);
    // On a slow machine the pause of six seconds would end meanwhile.
    await api.database.query(
      `update backoffice.attempts set free_at = free_at + interval '1 minute' where count >= 20`,
    );
  }

  expect(answers.slice(0, 20)).toEqual(Array(20).fill(401));
  expect(answers.slice(20)).toEqual(Array(5).fill(429));
});

it('only five of two hundred passwords sent at once are checked', async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      guess('staff', `192.0.2.1`, { password: `guess ${at}` }),
    ),
  );

  const looked = answers.filter(({ status }) => status === 401);
  expect(looked.length).toBeLessThanOrEqual(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(200 - looked.length);
});

it('the right password resets the count of mistakes', async () => {
  const address = '192.0.2.1';
  for (let round = 1; round <= 4; round += 1) {
    for (let time = 1; time <= 4; time += 1) await guess('staff', address);
    expect((await signIn(api, 'staff', { address })).status).toBe(200);
  }
});

it('an office of a hundred can sign in at once', { timeout: 60_000 }, async () => {
  const answers = await Promise.all(
    ['admin', 'dev', 'staff', 'viewer'].flatMap((name) =>
      Array.from({ length: 25 }, () => signIn(api, name, { address: '192.0.2.1' })),
    ),
  );

  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
});

it('only twenty of two hundred passwords for many accounts from one address are checked', async () => {
  const since = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) => guess(`nobody${at}`, '192.0.2.1')),
  );

  // On a slow machine the pause of six seconds may end meanwhile, and let one more in.
  const meanwhile = Math.floor((performance.now() - since) / 6_000);
  const looked = answers.filter(({ status }) => status === 401);
  expect(looked.length).toBeLessThanOrEqual(20 + meanwhile);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(200 - looked.length);
});

it('a proxy header is trusted only behind https, from a neighbour, and only its last entry', async () => {
  const forged = (address: string) => ({ address, headers: { 'X-Forwarded-For': '203.0.113.9' } });
  const behind = await api.openReplica({ publicUrl: 'https://back.example.org' });
  const wrong = { email: emailOf('staff'), password: 'a guess' };

  await api.call('POST', '/api/users/login', { body: wrong, ...forged('127.0.0.1') });
  await behind.call('POST', '/api/users/login', { body: wrong, ...forged('198.51.100.1') });
  await behind.call('POST', '/api/users/login', {
    body: wrong,
    address: '127.0.0.1',
    headers: { 'X-Forwarded-For': '10.9.9.9, 203.0.113.77' },
  });

  const { rows } = await api.database.query<{ key: string }>(
    `select key from backoffice.attempts where key not like '% % %' order by key`,
  );
  expect(rows.map(({ key }) => key)).toEqual([
    'login 127.0.0.1',
    'login 198.51.100.1',
    'login 203.0.113.77',
  ]);
  await behind.close();
});

it('the sign-in is closed while attempts cannot be counted, and the rest stays open', async () => {
  const token = await api.tokenOf('staff');
  await api.database.query('drop table backoffice.attempts');

  const closed = await api.call('POST', '/api/users/login', {
    body: { email: emailOf('staff'), password: PASSWORD },
  });
  const open = await api.call('GET', '/api/users/current', { token });

  expect(closed.status).toBe(500);
  expect(open.status).toBe(200);
});

it('five hundred attempts are queued, and the next is told to retry', async () => {
  const queue = createAttemptQueue();
  let free = 1;
  const count = async () => (free-- > 0 ? 0 : 7);
  expect(await queue.take('a', count)).toBe(0);
  const waiting = Array.from({ length: 500 }, () => queue.take('a', count));

  const late = await queue.take('a', count);
  const other = await queue.take('b', async () => 7);
  free = 1;
  queue.end('a');
  const first = await waiting[0];
  queue.end('a');

  expect([late, other, first]).toEqual([1, 7, 0]);
  // Nobody is left whose end could make room.
  expect(new Set((await Promise.all(waiting)).slice(1))).toEqual(new Set([7]));
});

it('attempts that wait for one that cannot be counted fail, and later ones do not', async () => {
  const queue = createAttemptQueue();
  let counted = 0;
  const lose = async (): Promise<number> => {
    counted += 1;
    throw new Error('no database');
  };

  const together = await Promise.allSettled(Array.from({ length: 3 }, () => queue.take('a', lose)));
  const later = await queue.take('a', async () => 0);

  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect([counted, later]).toEqual([1, 0]);
});
