import { afterAll, beforeAll, expect, test } from 'vitest';
import { installation } from '../../src/installation/manifest.ts';
import { describeApi } from '../../src/api/describe-api.ts';
import { listRoutes } from '../../src/api/routes.ts';
import { openWorld, type OpenWorld } from '../worlds/open-world.ts';
import { readWorld } from '../worlds/world.ts';
import { firstInstallation } from '../worlds/worlds.ts';
import { listOperations } from '../support/list-operations.ts';
import { recordAnswers, type AnswerRecord } from './answer-record.ts';
import { createRandom, createRequests } from './hostile-requests.ts';

/** Requests for each operation; `npm run test:fuzz` sends a hundred. */
const EACH = Number(process.env['FUZZ_REQUESTS'] ?? 2);
const SEED = Number(process.env['FUZZ_SEED'] ?? 39);

const world = await readWorld(firstInstallation);
const document: any = JSON.parse(
  JSON.stringify(
    describeApi({
      descriptor: world.declared,
      role: world.admin,
      actions: installation.actions,
      routes: installation.routes,
      version: '0.0.0-test',
    }),
  ),
);

let open: OpenWorld;
let record: AnswerRecord;
beforeAll(async () => {
  open = await openWorld(world, { routes: installation.routes });
  record = recordAnswers([open.api.api], document, listRoutes(world.declared, installation));
}, 120_000);
afterAll(() => open?.api.close());

// These would end the session that asks, answer without an end, or have the errors of JSON-RPC.
const LEFT_OUT = /logout|lock|sessions|\/sse\/|password|factors|\/mcp/;

test(
  'an operation answers any request as documented, and never with 5xx',
  async () => {
    const { api } = open;
    const ids = (await Promise.all(world.resources.map((each) => open.records(each))))
      .flatMap((records) => records.slice(0, 2))
      .map(({ _id }) => _id)
      // Without its account, all that follows would be refused.
      .filter((id) => id !== api.userId(world.admin));
    const token = await api.tokenOf(world.admin);
    const makeRequest = createRequests(document, createRandom(SEED), ids);
    const failed: string[] = [];
    const statuses = new Map<number, number>();
    for (const { path, method, operation } of listOperations(document)) {
      if (LEFT_OUT.test(path)) continue;
      for (let number = 0; number < EACH; number++) {
        const { address, body } = makeRequest(path, operation);
        const request = new Request(`http://localhost${address}`, {
          method: method.toUpperCase(),
          headers: {
            Authorization: `Bearer ${token}`,
            'If-Match': '*',
            ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
          },
          ...(body !== undefined && { body }),
        });
        const response = await api.api.fetch(request);
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        await response.arrayBuffer();
        if (response.status >= 500)
          failed.push(
            `${response.status} ${method} ${address} ${typeof body === 'string' ? body : ''}`,
          );
      }
    }
    const untrue = record.operations.flatMap(({ operationId }) =>
      record.faultsOf(operationId).map((fault) => `${operationId}: ${fault}`),
    );

    // Otherwise all were refused before they arrived.
    expect(statuses.get(401) ?? 0).toBeLessThan(statuses.get(200) ?? 0);
    expect(failed.map((each) => each.slice(0, 300))).toEqual([]);
    expect(untrue).toEqual([]);
  },
  EACH * 120_000,
);
