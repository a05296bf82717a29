import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { fillNews } from '../../src/hosts/open/open-inbox-mails.ts';
import { openSender, type MailSender } from '../../src/mail/open-sender.ts';
import { createSmtpTransport } from '../../src/mail/smtp-transport.ts';
import { parseSmtpUrl } from '../../src/mail/smtp-url.ts';
import { mailInboxes } from '../../src/services/threads/mail-inboxes.ts';
import { findPerson, threadReader } from '../../src/services/threads/reader.ts';
import { takeNews } from '../../src/store/system/threads/inbox-mails.ts';
import { addEntries } from '../../src/store/system/threads/inbox.ts';
import { rightsTo } from '../../src/store/system/threads/seen-threads.ts';
import { openTestApi } from '../support/api.ts';
import { librarySource } from '../support/library.ts';
import { openMailSink } from '../support/mail-sink.ts';
import { hurry, publicUrl } from '../support/outbox.ts';

/** As the library, with a role that may do nothing. */
const source = structuredClone(librarySource) as any;
source.roles.blind = {};
source.resources.users.fields.role.choices.push('blind');
source.resources.books.duplicates = [{ field: 'title' }];
const descriptor = toDescriptor(source);

const [api, sink] = await Promise.all([
  openTestApi({ descriptor: () => descriptor }),
  openMailSink(),
]);
const { database } = api;
await api.addUser('ben', 'staff');
const [staff, ben] = [api.userId('staff'), api.userId('ben')];
const { json: book } = await api.call('POST', '/api/books', {
  as: 'admin',
  body: { title: 'Dune' },
});

let sender: MailSender | undefined;
const { email: address } = (await api.call('GET', '/api/users/current', { as: 'staff' })).json;

beforeEach(async () => {
  await sender?.close();
  sender = undefined;
  await database.query('truncate backoffice.inbox, backoffice.preferences');
  await database.query('delete from backoffice.outbox');
  await database.query(
    `update "users" set "role" = 'staff', "status" = 'confirmed' where _id = $1`,
    [staff],
  );
  sink.copies.length = 0;
  sink.behave = () => 'take';
});
afterAll(async () => {
  await sender?.close();
  await sink.shut();
  await api.close();
});

const gather = () => mailInboxes({ database, descriptor });

/** Sends what is in the outbox, until it is empty or its mails are parked. */
async function send(): Promise<string[]> {
  const transport = createSmtpTransport(parseSmtpUrl(`smtp://${sink.address}`)!, {
    before: 10_000,
    data: 10_000,
  });
  sender ??= await openSender({
    database,
    transport,
    sender: () => ({ title: 'Books', publicUrl, from: { address: 'o@example.org', name: '' } }),
    domain: 'example.org',
    log: { info() {}, warn() {}, error() {} },
    fill: fillNews(api.services),
    ...hurry,
  });
  await vi.waitFor(
    async () => {
      const left = `select from backoffice.outbox where state in ('waiting', 'sending')`;
      expect(await database.some(left)).toBe(false);
    },
    { timeout: 10_000, interval: 20 },
  );
  return sink.copies.map(({ text }) => text.replaceAll('\r\n', '\n'));
}

async function say(text = `Please look, @[${staff}]`, as = 'admin'): Promise<string> {
  const body = { resource: 'books', record: book._id, text };
  const { json, status } = await api.call('POST', '/api/threads', { as, body });
  expect(status).toBe(201);
  return json._id;
}

/** As if everything in the inboxes had been there since yesterday, so that a morning has passed. */
const waitForMorning = () =>
  database.query(`update backoffice.inbox set at = at - interval '25 hours'`);

const choose = (inboxMails: object, as = 'staff') =>
  api.call('PUT', '/api/users/current', { as, body: { inboxMails } });
const inboxMailsOf = async (as = 'staff') =>
  (await api.call('GET', '/api/users/current', { as })).json.inboxMails;
const waiting = () => database.rows(`select kind, data from backoffice.outbox`);

test('what one server takes, another one that waits for it does not', async () => {
  await say();
  let other: Promise<number> | undefined;
  await database.transaction(async (sql) => {
    expect((await takeNews(sql, 'UTC', staff))?.at).toBeTruthy();
    other = gather();
    await vi.waitFor(
      async () =>
        expect(
          await database.some(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        ).toBe(true),
      { timeout: 10_000, interval: 20 },
    );
  });

  expect(await other).toBe(0);
});

test('several mentions are one mail, sent once by two servers', async () => {
  const thread = await say();
  await say('Here as well, @[' + staff + '] and #[books/' + book._id + ']');
  const other = await api.openReplica();

  const counts = await Promise.all([
    gather(),
    mailInboxes({ database: other.database, descriptor }),
  ]);
  await other.close();
  expect(counts.toSorted()).toEqual([0, 1]);
  // Neither a name, a title nor a text is stored.
  expect(await waiting()).toEqual([
    { kind: 'inboxNews', data: { person: staff, at: expect.any(String) } },
  ]);
  const [text = '', ...others] = await send();
  expect(others).toEqual([]);
  expect(text).toContain('admin mentioned you\nBooks · Dune\n“Please look, @staff”');
  expect(text).toContain('“Here as well, @staff and Dune”');
  expect(text).toContain(`${publicUrl}/inbox`);
  expect(sink.copies[0]).toMatchObject({
    recipient: address,
    subject: expect.stringContaining('2 new entries'),
  });
  expect(await gather()).toBe(0);
  expect(thread).not.toBe('');
});

test('a mail with one entry leads to it', async () => {
  const thread = await say();
  await gather();

  expect((await send())[0]).toContain(`${publicUrl}/books/details/${book._id}?thread=${thread}`);
  expect(sink.copies[0]?.subject).toBe('Books: admin mentioned you');
});

test.each([
  ['the right to read', `update "users" set "role" = 'blind' where _id = $1`],
  ['the account', `update "users" set "status" = 'disabled' where _id = $1`],
  ['the address', `update "users" set "email" = 'else@example.org' where _id = $1`],
])('a mail is not sent to somebody who has lost %s meanwhile', async (_, lose) => {
  await say();
  expect(await gather()).toBe(1);
  await database.query(lose, [staff]);

  expect(await send()).toEqual([]);
  expect(await waiting()).toEqual([]);
  await database.query('update "users" set "email" = $2 where _id = $1', [staff, address]);
});

test('what was read or hidden meanwhile is not mailed', async () => {
  await say();
  await say();
  const ids = (await api.call('GET', '/api/inbox', { as: 'staff' })).json.data.map(
    ({ _id }: { _id: string }) => _id,
  );
  await gather();
  const mark = (body: object) => api.call('POST', '/api/inbox/read', { as: 'staff', body });
  await mark({ ids: [ids[0]] });
  await mark({ ids: [ids[1]], read: false, until: '2999-01-01' });

  expect(await send()).toEqual([]);
});

test('the daily mail has everything of a day, and there is one a day', async () => {
  const thread = await say(`Please look, @[${ben}]`, 'staff');
  const answer = (text: string) =>
    api.call('POST', `/api/threads/${thread}/messages`, { as: 'ben', body: { text } });
  await choose({ message: 'daily' });
  await answer('One');
  await answer('Two');
  await database.query(`delete from backoffice.inbox where person <> $1`, [staff]);
  expect(await gather()).toBe(0);
  await waitForMorning();
  expect(await gather()).toBe(1);
  const [text, ...others] = await send();

  expect(others).toEqual([]);
  expect(text).toMatch(/“Two”[^]*“One”/);
  await answer('Three');
  await waitForMorning();
  expect(await gather()).toBe(0);
});

test('a change of 5,000 records is one entry that says so, in the language of the reader', async () => {
  await api.call('PUT', '/api/users/current', { as: 'staff', body: { language: 'de' } });
  await choose({ watched: 'atOnce' });
  const entry = { person: staff, kind: 'watched', resource: 'books', count: 5_000 } as const;
  const seqs = [
    await database.value(`select max(seq)::int from backoffice.history where resource = 'books'`),
  ];
  const seeing = await findPerson({ sql: database, descriptor }, staff);
  const rights = rightsTo(threadReader(seeing!), 'books');
  await addEntries(database, [
    { ...entry, id: 'bulk', detail: { change: 'changed', seqs, rights } },
  ]);
  await gather();

  const [text = ''] = await send();
  expect(text).toContain('Geändert: 5.000 Datensätze');
  expect(text).toContain('Diese E-Mails abbestellen:');
  expect(sink.copies).toHaveLength(1);
});

test('what somebody does not want is not mailed, also not when they want it again', async () => {
  expect((await choose({ mention: 'never' })).json.inboxMails).toMatchObject({
    mention: 'never',
    assigned: 'atOnce',
    message: 'daily',
  });
  await say();
  expect(await gather()).toBe(0);
  await choose({ mention: 'atOnce' });
  expect(await gather()).toBe(0);
  expect((await choose({ mention: 'sometimes' })).json.problems).toMatchObject([
    { path: 'inboxMails.mention' },
  ]);
});

test('an address from which a mail came back gets no more, and its owner sees why', async () => {
  await say();
  sink.behave = () => ({ refuse: 550, at: 'recipient' });
  await gather();
  await send();
  await say();

  expect(await gather()).toBe(0);
  const { json } = await api.call('GET', '/api/users/current', { as: 'staff' });
  expect(json.mailTrouble).toBe('undelivered');
  await database.query(`update backoffice.outbox set ended_at = now() - interval '8 days'`);
  expect(await gather()).toBe(1);
});

/** The address for mail programs, and the token in it. */
async function readLink(): Promise<{ path: string; token: string }> {
  await gather();
  await send();
  const { headers, text } = sink.copies.at(-1)!;
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const [, path = '', token = ''] =
    /^<https:\/\/office\.example\.org(\/api\/inbox\/(\S+)\/unsubscribe)>$/.exec(
      headers.get('list-unsubscribe') ?? '',
    ) ?? [];
  expect(text).toContain(`${publicUrl}/unsubscribe/${token}`);
  return { path, token };
}

test('the link of a mail ends mails of its kind when it is posted, and can do nothing else', async () => {
  await say();
  const { path, token } = await readLink();
  const looked = await api.call('GET', path);
  expect([looked.status, looked.headers.get('location')]).toEqual([308, `/unsubscribe/${token}`]);
  expect(await inboxMailsOf()).toMatchObject({ mention: 'atOnce' });
  // As a mail program posts it (RFC 8058).
  const posted = await api.api.fetch(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    }),
  );

  expect(posted.status).toBe(204);
  expect(await inboxMailsOf()).toMatchObject({ mention: 'never', assigned: 'atOnce' });
  expect(await inboxMailsOf('ben')).toMatchObject({ mention: 'atOnce' });
  for (const each of ['/api/users/current', '/api/inbox', '/api/books'])
    expect((await api.call('GET', each, { token })).status).toBe(401);
});

test('the link of a mail about several kinds ends them all', async () => {
  await say();
  await say(`Hello, @[${staff}]`);
  await database.query(
    `update backoffice.inbox set kind = 'assigned' where id = (select max(id) from backoffice.inbox)`,
  );
  const { path } = await readLink();

  expect((await api.call('POST', path)).status).toBe(204);
  expect(new Set(Object.values(await inboxMailsOf()))).toEqual(new Set(['never']));
});
