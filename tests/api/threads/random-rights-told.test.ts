import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { readThreads, writeThreads } from '../../../src/hosts/commands/backup-threads.ts';
import { fillNews } from '../../../src/hosts/open/open-inbox-mails.ts';
import { openSender } from '../../../src/mail/open-sender.ts';
import { createSmtpTransport } from '../../../src/mail/smtp-transport.ts';
import { parseSmtpUrl } from '../../../src/mail/smtp-url.ts';
import { mailInboxes } from '../../../src/services/threads/mail-inboxes.ts';
import { applyPlan } from '../../../src/store/schema/plan/apply-plan.ts';
import { previewPlan } from '../../../src/store/schema/plan/make-plan.ts';
import { readEvents } from '../../support/event-reader.ts';
import { openMailSink } from '../../support/mail-sink.ts';
import { hurry, publicUrl } from '../../support/outbox.ts';
import { allOf } from '../../support/planning.ts';
import {
  addNotes,
  findAllLeaks,
  openSecretNotes,
  plant,
  tellAll,
} from '../../support/secret-notes.ts';
import {
  makeWebhook,
  openTarget,
  startWebhooks,
  webhookTargets,
  type WebhookTarget,
} from '../../support/webhook-target.ts';

/*
 * The same roles with random rights as in the sibling: what the server sends by itself tells each of them of the threads
 * that they see and of no other, and no move of the records or the threads lets one out.
 */

const notes = await openSecretNotes(20_261_201, { webhookTargets });
const { api, names, roles, threads, kindOf, seenAs, toldIn } = notes;
const { database } = api;
const secretsOf = (told: readonly { secret: string }[]) =>
  told.map(({ secret }) => secret).toSorted();

const readers = names.filter((name) => roles.get(name)!.rows.length > 0);
const hooks = new Map<string, { id: string; target: WebhookTarget }>();
const stops: (() => Promise<unknown>)[] = [];
const before = new Date(Date.now() - 60_000).toISOString();
const within = { timeout: 20_000, interval: 20 };

beforeAll(async () => {
  await addNotes(notes);
  stops.push(await startWebhooks(api));
  for (const role of readers) {
    const target = await openTarget();
    stops.push(() => target.close());
    const events = ['thread.opened', 'thread.message', 'thread.closed'];
    const { json, text } = await makeWebhook(api, target.url, {
      name: role,
      role,
      events,
      resources: ['notes'],
    });
    if (!json.id) throw new Error(text);
    hooks.set(role, { id: json.id, target });
  }
  await plant(notes);
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await api.close();
});

const areDelivered = () =>
  vi.waitFor(async () => {
    const waits = `select from backoffice.webhook_deliveries where state = 'waiting'`;
    expect(await database.some(waits)).toBe(false);
  }, within);

test('the model is not empty: some see all, some none, most some', () => {
  const counts = names.map((name) => seenAs(name).length);
  expect(Math.min(...counts)).toBe(0);
  expect(Math.max(...counts)).toBeGreaterThan(15);
  expect(new Set(counts).size).toBeGreaterThan(3);
});

test('a webhook sends, and sends again, what its role sees', async () => {
  await areDelivered();
  for (const isAgain of [false, true]) {
    for (const { id, target } of isAgain ? hooks.values() : []) {
      target.received.length = 0;
      const body = { from: before };
      await api.call('POST', `/api/admin/webhooks/${id}/replay`, { as: 'admin', body });
    }
    await areDelivered();
    for (const [role, { target }] of hooks) {
      const told = toldIn(target.received.map(({ body }) => body).join('\n'));
      // Rows of imports are their owner's: no webhook sends them.
      const sent = seenAs(role).filter(({ record }) => record !== undefined);
      expect([role, isAgain, secretsOf(told)]).toEqual([role, isAgain, secretsOf(sent)]);
    }
  }
});

test.each(['mention', 'message'])(
  'a mail about each %s tells what its reader sees',
  async (kind) => {
    await tellAll(notes, kind);
    // So that the morning of a daily mail has passed.
    await database.query(`update backoffice.inbox set at = at - interval '25 hours'`);
    const sink = await openMailSink();
    await mailInboxes({ database, descriptor: notes.descriptor() });
    const transport = createSmtpTransport(parseSmtpUrl(`smtp://${sink.address}`)!, {
      before: 10_000,
      data: 10_000,
    });
    const sender = await openSender({
      database,
      transport,
      sender: () => ({ title: 'Notes', publicUrl, from: { address: 'o@example.org', name: '' } }),
      domain: 'example.org',
      log: { info() {}, warn() {}, error() {} },
      fill: fillNews(api.services),
      ...hurry,
    });
    await vi.waitFor(async () => {
      const left = `select from backoffice.outbox where state in ('waiting', 'sending')`;
      expect(await database.some(left)).toBe(false);
    }, within);
    await sender.close();
    await sink.shut();

    for (const role of names) {
      const own = sink.copies.filter(({ recipient }) => recipient.startsWith(`${role}@`));
      const told = toldIn(own.map(({ text }) => text).join('\n'));
      expect([role, secretsOf(told)]).toEqual([role, secretsOf(seenAs(role))]);
    }
  },
);

test('events tell of the threads that their reader sees', async () => {
  const open = new Map<string, ReturnType<typeof readEvents>>();
  for (const as of names) {
    const headers = { Authorization: `Bearer ${await api.tokenOf(as)}` };
    const request = new Request('http://localhost/api/sse/', { headers });
    open.set(as, readEvents(await api.api.fetch(request, { address: '127.0.0.1' })));
  }
  const has = (as: string, event: string) =>
    open.get(as)!.events.some((one) => one.event === event);
  await expect.poll(() => names.every((as) => has(as, 'ready')), within).toBe(true);
  for (const { id, secret } of threads)
    await api.call('POST', `/api/threads/${id}/messages`, { as: 'admin', body: { text: secret } });
  // Events come in turn, so after this one all have come.
  for (const as of names) await api.call('POST', '/api/inbox/read', { as, body: { all: true } });
  await expect.poll(() => names.every((as) => has(as, 'inbox.changed')), within).toBe(true);

  for (const [as, reader] of open) {
    const told = toldIn(reader.text());
    await reader.stop();
    expect([as, secretsOf(told)]).toEqual([as, secretsOf(seenAs(as))]);
  }
});

const change = async (method: string, path: string, body: object = {}) => {
  const headers: Record<string, string> = method === 'POST' ? {} : { 'If-Match': '*' };
  const { status, json, text } = await api.call(method, path, { as: 'admin', headers, body });
  if (status >= 300) throw new Error(text);
  return json;
};

test('no secret gets out when records go to the trash and come back', async () => {
  await tellAll(notes, 'mention');
  const gone = [...kindOf].slice(0, 4);
  for (const [id] of gone) {
    await change('DELETE', `/api/notes/${id}`);
    kindOf.delete(id);
  }
  expect(await findAllLeaks(notes)).toEqual([]);
  await change('POST', '/api/notes/trash/restore', { ids: gone.map(([id]) => id) });
  for (const [id, kind] of gone) kindOf.set(id, kind);
  expect(await findAllLeaks(notes)).toEqual([]);
});

test('no secret gets out when a set gives records to others, and is undone', async () => {
  const moved = [...kindOf].slice(0, 5);
  const set = randomUUID();
  const whom = names.map((name) => secretsOf(seenAs(name)));
  for (const [id, kind] of moved) {
    const next = kind === 'a' ? 'b' : 'a';
    const headers = { 'If-Match': '*', 'Change-Set': set };
    const body = { kind: next };
    const { status } = await api.call('PATCH', `/api/notes/${id}`, { as: 'admin', headers, body });
    expect(status).toBe(200);
    kindOf.set(id, next);
  }
  expect(names.map((name) => secretsOf(seenAs(name)))).not.toEqual(whom);
  expect(await findAllLeaks(notes)).toEqual([]);

  await change('POST', `/api/changes/${set}/undo`);
  for (const [id, kind] of moved) kindOf.set(id, kind);
  const kinds = () => database.rows('select _id, kind from notes order by _id');
  const undone = [...kindOf].map(([_id, kind]) => ({ _id, kind }));
  await expect.poll(kinds, within).toEqual(expect.arrayContaining(undone));
  expect(await findAllLeaks(notes)).toEqual([]);
});

test('no secret gets out when records are merged, and the merge is undone', async () => {
  const [[keep, kept], ...others] = [...kindOf] as [[string, string], ...[string, string][]];
  const [gone, kind] = others.find((other) => other[1] !== kept)!;
  const read = (id: string) => api.call('GET', `/api/notes/${id}`, { as: 'admin' });
  const versions: Record<string, number> = {};
  for (const id of [keep, gone]) versions[id] = (await read(id)).json._version;
  const { merge } = await change('POST', '/api/notes/merge', { keep, merge: [gone], versions });
  const moved = threads.filter(({ record }) => record === gone);
  expect(moved).not.toEqual([]);
  for (const thread of moved) thread.record = keep;
  kindOf.delete(gone);
  expect(await findAllLeaks(notes)).toEqual([]);

  await change('POST', `/api/changes/${merge}/undo`);
  for (const thread of moved) thread.record = gone;
  kindOf.set(gone, kind);
  await expect.poll(async () => (await read(gone)).status, within).toBe(200);
  expect(await findAllLeaks(notes)).toEqual([]);
});

test('no secret gets out when the collection and a field have other names', async () => {
  const { resources } = notes.source;
  const { second, ...fields } = resources['notes'].fields;
  resources['papers'] = {
    ...resources['notes'],
    was: 'notes',
    fields: { ...fields, other: { ...second, was: 'second' } },
  };
  delete resources['notes'];
  const following = toDescriptor(structuredClone(notes.source));
  const { hash, steps } = await previewPlan(database, following);
  const outcome = await applyPlan(database, following, { plan: hash, ...allOf(steps) });
  expect(outcome).not.toHaveProperty('refused');
  notes.use(following);
  notes.collection = 'papers';

  expect(await findAllLeaks(notes)).toEqual([]);
});

test('no secret gets out after an export to a folder and its import', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'secret-notes-'));
  const manifest = await writeThreads(database, folder);
  await database.query('truncate backoffice.threads cascade');
  // A backup has no imports, so none of their threads either.
  const kept = threads.filter(({ record }) => record !== undefined);
  expect(manifest.threads).toBe(kept.length);
  threads.splice(0, threads.length, ...kept);
  await readThreads({ args: [folder], print() {} }, { database }, manifest);
  await rm(folder, { recursive: true });
  await tellAll(notes, 'mention');

  expect(await findAllLeaks(notes)).toEqual([]);
});
