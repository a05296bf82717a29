import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listOperations } from '../support/list-operations.ts';
import { resolvePart } from '../support/resolve-part.ts';
import { openTwin, PLANTED, type Twin } from '../support/twin-world.ts';
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

/** What an answer says, without what differs between any two installations. */
async function ask(twin: Twin, caller: string, { method, path, body, headers }: TwinRequest) {
  const toOwn = (text: string) =>
    twin.ids.reduce(
      (own, [id, name]) => own.replaceAll(encodeURI(name), id).replaceAll(name, id),
      text,
    );
  const answer = await twin.api.call(method, toOwn(path.replace('%24now', now)), {
    token: twin.tokens[caller]!,
    ...(body !== undefined && { body }),
    ...(headers && { headers: headers as Record<string, string> }),
  });
  const isZip = answer.text.startsWith('PK');
  const said = isZip
    ? ''
    : twin.ids.reduce((text, [id, name]) => text.replaceAll(id, name), answer.text);
  const text = said
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, '<time>')
    .replace(/"(next|link|url|hash|token|key|prefix|challenge)":"[^"]*"/g, '"$1":"…"')
    .replace(/"(took|ms|seconds|expiresIn)":[\d.]+/g, '"$1":0');
  const kept = ['ETag', 'Location', 'Content-Type'].map((name) => {
    const value = answer.headers.get(name) ?? '';
    return value.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '<id>');
  });
  return { status: answer.status, text, headers: isZip ? [] : kept };
}

/** Values and names that no caller but admins may learn, except of what it has sent. */
const SECRETS = [PLANTED, 'hText', 'hUniq', 'hRef', 'hFrom', 'vault', 'salary'];

const now = new Date(Date.now() + 60_000).toISOString();

async function differences(
  caller: string,
  [plain, other]: [Twin, Twin],
  requests: readonly TwinRequest[],
) {
  const wrong: string[] = [];
  for (const request of requests) {
    const [one, two] = [await ask(plain, caller, request), await ask(other, caller, request)];
    counts.pairs++;
    const named = `${request.method} ${request.path} ${JSON.stringify(request.body) ?? ''}`;
    if (one.status >= 500 || two.status >= 500) wrong.push(`${named}: ${one.status} ${two.status}`);
    const told = SECRETS.filter((secret) => two.text.includes(secret) && !named.includes(secret));
    if (told.length > 0) wrong.push(`${named}: says ${told.join()}: ${two.text}`);
    if (JSON.stringify(one) !== JSON.stringify(two))
      wrong.push(
        `${named}:\n  ${JSON.stringify(one).slice(0, 900)}\n  ${JSON.stringify(two).slice(0, 900)}`,
      );
  }
  return wrong;
}

const callers = ['reader', 'editor', 'member', 'key'];
const pairOf = (caller: string) => pairs[['member', 'key'].includes(caller) ? 'records' : 'values'];

describe.each(callers)('%s', (caller) => {
  test('reads the same of two installations that differ in what it may not see', async () => {
    const operations = await operationsOf(pairOf(caller));
    const reads = operations.filter(({ method }) => method === 'GET');
    counts.routes = operations.length;
    const requests = reads.flatMap(({ path, operation }) => readsOf(path, operation));

    expect(await differences(caller, pairOf(caller), requests)).toEqual([]);
  });
});

describe.each(callers)('%s', (caller) => {
  test('is told the same when it writes', async () => {
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

test('asks for every route, as every role', () => {
  expect(counts.routes).toBeGreaterThan(180);
  expect(counts.pairs).toBeGreaterThan(3_000);
});
