import { afterAll, expect, test } from 'vitest';
import { toMessages } from '../../../src/api/webhooks/messages.ts';
import { toScopes } from '../../../src/api/webhooks/webhook-rules.ts';
import { openTestApi } from '../../support/api.ts';
import { deskDescriptor } from '../../support/desk.ts';
import { fillDesk, HIDDEN } from '../../support/desk-tickets.ts';

const descriptor = deskDescriptor();
const desk = await openTestApi({ descriptor: () => descriptor });
afterAll(() => desk.close());

await fillDesk(desk);
const seq = String(
  await desk.database.value("select seq from backoffice.history where record_id = 'note'"),
);
const change = { seq, resource: 'notes', id: 'note', event: 'created' } as const;

async function isSent(role: string, filter: Record<string, string>): Promise<boolean> {
  const read = toScopes(descriptor, { resources: ['notes'], role, filter, fields: null });
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  const { database, store } = desk;
  const parts = { database, store, descriptor, role, scopes: read.scopes };
  return (await toMessages(parts, [change])).size > 0;
}

test.each<Record<string, string>>([
  { 'ticket.number': HIDDEN },
  { 'related.number': HIDDEN },
  { $expression: `ticket.number = '${HIDDEN}'` },
])('the filter %j of a webhook asks only records that its role may see', async (filter) => {
  expect(await isSent('clerk', filter)).toBe(true);
  expect(await isSent('reader', filter)).toBe(false);
});
