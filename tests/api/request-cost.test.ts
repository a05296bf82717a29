import { createHook } from 'node:async_hooks';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { addBooks } from '../support/books.ts';

/*
 * What a request costs, in figures that are the same on every machine. An `await` of a value that is there, or an
 * `async` function that only passes on a promise, makes two promises more.
 */

// The session is read again once a second, so time stands still.
const now = Date.now();
const api = await openTestApi({ clock: () => now });
await addBooks(api);
const token = await api.tokenOf('staff');
afterAll(() => api.close());

type Ask = (at: number) => [method: string, path: string, body?: object];

const list = '/api/books?_sort=-pages&_perPage=25';
const get: Ask = () => ['GET', '/api/books/b1'];
const readList: Ask = () => ['GET', list];
const filter: Ask = () => ['GET', `${list}&title_contains=a`];
const create: Ask = (at) => ['POST', '/api/books', { title: `Book ${at}`, author: 'a1' }];
const update: Ask = (at) => ['PATCH', '/api/books/b2', { title: `Changed ${at}` }];

/**
 * The most that a request costs. Promises are exact; the spy adds one where the driver answers with a promise. Memory is
 * in KiB, a third more than was measured.
 */
const ceilings: [what: string, ask: Ask, statements: number, promises: number, memory: number][] = [
  ['get', get, 1, 31, 90],
  ['list', readList, 1, 35, 110],
  ['filtered list', filter, 1, 35, 120],
  ['create', create, 1, 51, 130],
  ['update', update, 1, 55, 115],
];

test.each(ceilings)('%s: statements, promises and memory', async (_, ask, ...most) => {
  const costs: Cost[] = [];

  for (let at = 0; at < REQUESTS; at++) costs.push(await measure(ask(at)));

  const found = median(costs.slice(WARM));
  expect(found.statements).toBeLessThanOrEqual(most[0]);
  expect(found.promises).toBeLessThanOrEqual(most[1]);
  expect(found.memory).toBeLessThanOrEqual(most[2]);
});

/** Requests of each kind. The first ones open connections, prepare statements and compile code. */
const REQUESTS = 120;
const WARM = 60;

type Cost = { statements: number; promises: number; memory: number };

const sent = vi.spyOn(pg.Client.prototype, 'query');

let promises = 0;
const counting = createHook({
  init(_id, type) {
    if (type === 'PROMISE') promises += 1;
  },
});

/** The cost of one request, asked twice: to count promises takes memory. */
async function measure(asked: ReturnType<Ask>): Promise<Cost> {
  const before = process.memoryUsage().heapUsed;
  await answer(asked);
  const memory = (process.memoryUsage().heapUsed - before) / 1_024;

  sent.mockClear();
  promises = 0;
  counting.enable();
  await answer(asked);
  counting.disable();
  return { statements: sent.mock.calls.filter(isAsked).length, promises, memory };
}

async function answer([method, path, body]: ReturnType<Ask>): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, 'If-Match': '*' };
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { status } = await api.api.fetch(request);
  expect(status).toBeLessThan(300);
}

/** Whatever is written within 40 ms is announced by one notice, after it was answered. */
function isAsked([query]: readonly unknown[]): boolean {
  return !JSON.stringify(query).includes('backoffice_changes');
}

function median(costs: readonly Cost[]): Cost {
  const middle = (of: keyof Cost) =>
    costs.map((cost) => cost[of]).toSorted((one, other) => one - other)[costs.length / 2] ?? 0;
  return {
    statements: middle('statements'),
    promises: middle('promises'),
    memory: middle('memory'),
  };
}
