import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findDifference } from '../../src/hosts/leaks/plain-answer.ts';
import { listOperations } from '../support/list-operations.ts';
import { resolvePart } from '../support/resolve-part.ts';
import { openTwin, PLANTED, type Twin } from '../support/twin-world.ts';
import { askTwin } from './ask-twin.ts';
import { importsOf, jobsOf, packed } from './twin-files.ts';
import { readsOf, type TwinRequest, writesOf } from './twin-requests.ts';

/** Two installations of which one has other values and records where a caller may not see them. */
let pairs: Record<'values' | 'records', [Twin, Twin]>;
const counts = { routes: 0, pairs: 0 };

beforeAll(async () => {
  const [one, two, three, four] = await Promise.all([
    openTwin(),
    openTwin({ planted: true }),
    openTwin(),
    openTwin({ planted: true, more: true }),
  ]);
  pairs = { values: [one, two], records: [three, four] };
});
afterAll(async () => {
  for (const each of Object.values(pairs ?? {}).flat()) await each.api.close();
});

/** These end the session of the caller, wait for events, or lock what others use. */
const apart =
  /\/(logout|lock|unlock|sse|password|metrics|info)$|\/api\/sse|sessions|current\/factors|\/mcp$/;

/** Every route, also those that are closed to the caller. */
async function operationsOf([{ api, tokens }]: [Twin, Twin]) {
  const { json } = await api.call('GET', '/api/openapi.json', { token: tokens['admin']! });
  return listOperations(json).flatMap(
    ({ method, path, operation: { parameters, requestBody } }) => {
      const operation = {
        parameters: parameters.map((each: any) => resolvePart(json, each)),
        requestBody: requestBody && resolvePart(json, requestBody),
      };
      return apart.test(path) ? [] : [{ method: method.toUpperCase(), path, operation }];
    },
  );
}

/** Values and names that no caller but admins may learn, except of what it has sent. */
const SECRETS = [PLANTED, 'hText', 'hUniq', 'hRef', 'hFrom', 'hFile', 'vault', 'salary'];

async function differences(
  caller: string,
  [plain, other]: [Twin, Twin],
  requests: readonly TwinRequest[],
) {
  const wrong: string[] = [];
  let sent = '';
  for (const request of requests) {
    const [one, two] = [
      await askTwin(plain, caller, request),
      await askTwin(other, caller, request),
    ];
    counts.pairs++;
    const { method, path, body, file } = request;
    const named = `${method} ${path} ${JSON.stringify(body ?? file?.parts) ?? ''} ${file?.name ?? ''}`;
    // What a file says is said of its job later on.
    if (file) sent += typeof file.content === 'string' ? file.content : SECRETS.join();
    if (one.status >= 500 || two.status >= 500) wrong.push(`${named}: ${one.status} ${two.status}`);
    const told = SECRETS.filter(
      (secret) => two.text.includes(secret) && !`${sent} ${named}`.includes(secret),
    );
    if (told.length > 0) wrong.push(`${named}: says ${told.join()}: ${two.text.slice(0, 900)}`);
    const difference = findDifference(one, two);
    if (difference) wrong.push([named, ...difference].join('\n  '));
  }
  return wrong;
}

const callers = ['reader', 'editor', 'member', 'key'];
const pairOf = (caller: string) => pairs[['member', 'key'].includes(caller) ? 'records' : 'values'];

describe.each(callers)('%s', (caller) => {
  test('a role reads the same from two installations that differ in hidden data', async () => {
    const operations = await operationsOf(pairOf(caller));
    const reads = operations.filter(({ method }) => method === 'GET');
    counts.routes = operations.length;
    const requests = reads.flatMap(({ path, operation }) => readsOf(path, operation));

    expect(await differences(caller, pairOf(caller), requests)).toEqual([]);
  });
});

describe.each(callers)('%s', (caller) => {
  test('a role exports and imports the same files, at once and as a job', async () => {
    const requests = [...packed, ...(await importsOf()), ...jobsOf()];

    expect(await differences(caller, pairOf(caller), requests)).toEqual([]);
  });
});

describe.each(callers)('%s', (caller) => {
  test('a role gets the same answers when it writes', async () => {
    const operations = await operationsOf(pairOf(caller));
    const writes = operations.filter(({ method }) => method !== 'GET');
    const order = ['POST', 'PATCH', 'PUT', 'DELETE'];
    const sorted = writes.sort((one, two) => order.indexOf(one.method) - order.indexOf(two.method));
    const requests = sorted.flatMap(({ method, path, operation }) =>
      writesOf(method, path, operation),
    );

    expect(await differences(caller, pairOf(caller), requests)).toEqual([]);
  });
});

test('the test calls every route as every role', () => {
  expect(counts.routes).toBeGreaterThan(180);
  expect(counts.pairs).toBeGreaterThan(4_500);
});
