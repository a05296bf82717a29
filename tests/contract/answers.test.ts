import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeApi } from '../../src/api/describe-api.ts';
import { listRoutes } from '../../src/api/routes.ts';
import { installation } from '../../src/installation/manifest.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { openWorld, type OpenWorld } from '../worlds/open-world.ts';
import { readWorld } from '../worlds/world.ts';
import { firstInstallation } from '../worlds/worlds.ts';
import { recordAnswers, type AnswerRecord } from './answer-record.ts';
import { callAccounts } from './call-accounts.ts';
import { callFactors } from './call-factors.ts';
import { callOidc, oidcPeople } from './call-oidc.ts';
import { listOperations } from '../support/list-operations.ts';
import { fileOf } from '../support/file-of.ts';
import { openOidcServer, type OidcServer } from '../support/oidc-server.ts';
import { callChanges } from './call-changes.ts';
import { callFiles } from './call-files.ts';
import { callInstallation } from './call-installation.ts';
import { callKeys } from './call-keys.ts';
import { callMcp } from './call-mcp.ts';
import { callJobs } from './call-jobs.ts';
import { callResource } from './call-resource.ts';
import { callWebhooks } from './call-webhooks.ts';
import { callThreads } from './call-threads.ts';
import { callTheRest } from './call-the-rest.ts';

const world = await readWorld(firstInstallation);
const document: any = describeApi({
  descriptor: world.declared,
  role: world.admin,
  actions: installation.actions,
  routes: installation.routes,
  version: '0.0.0-test',
});
const operations = listOperations(document).map(({ operation }) => operation);

let open: OpenWorld;
let provider: OidcServer;
/** Without records. */
let empty: TestApi;
let record: AnswerRecord;
beforeAll(async () => {
  provider = await openOidcServer({ publicUrl: 'http://localhost', people: oidcPeople });
  open = await openWorld(world, {
    routes: installation.routes,
    descriptorFiles: fileOf(world.declared),
    oidc: [provider.configuration({ admit: ['*'], signsOut: true })],
  });
  empty = await openTestApi({
    descriptor: () => world.declared,
    routes: installation.routes,
    sample: () => installation.sample,
  });
  record = recordAnswers(
    [open.api.api, empty.api],
    document,
    listRoutes(world.declared, installation),
  );
  for (const resource of world.resources) await callResource(open, resource);
  await callFiles(open);
  await callJobs(open);
  await callChanges(open);
  await callInstallation(open);
  await callTheRest(open);
  await callThreads(open);
  await callAccounts(open);
  await callFactors(open);
  await callKeys(open);
  await callMcp(open);
  await callWebhooks(open);
  await callOidc(open, provider);
  await empty.call('GET', '/api/mappings/latest', { as: 'admin' });
  await empty.call('POST', '/api/admin/sample', { as: 'admin' });
}, 300_000);
afterAll(() => Promise.all([open?.api.close(), empty?.close(), provider?.close()]));

describe.each(operations.map(({ operationId, responses }) => [operationId, responses] as const))(
  '%s',
  (operationId, responses) => {
    test('each operation answers with each of its documented statuses', () => {
      const documented = Object.keys(responses).filter((status) => Number(status) < 400);

      expect(record.faultsOf(operationId)).toEqual([]);
      expect(record.statusesOf(operationId).toSorted()).toEqual(documented.toSorted());
    });
  },
);
