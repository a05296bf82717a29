import { expect, test } from 'vitest';
import { accept, findLogged, makeWebhook } from '../../support/webhook-target.ts';
import { openWebhookTests } from '../../support/webhook-tests.ts';

const { api, target } = await openWebhookTests({ isDelivering: true });

const name = 'Hedwig Marple';
const email = 'hedwig.marple@example.org';
const isDelivered = ({ state }: any) => state === 'delivered';

async function anonymise(): Promise<{ name: string; email: string }> {
  const path = `/api/admin/user/${api.userId(name)}/anonymise`;
  const { json: user } = await api.call('GET', `/api/users/${api.userId(name)}`, { as: 'admin' });
  const body = { email: user.email, reason: 'Asked for by letter' };
  const { status, json } = await api.call('POST', path, { as: 'admin', body });
  expect(status).toBe(200);
  return json;
}

test('deliveries about a person and their responses are removed when the person is anonymised', async () => {
  await api.addUser(name, 'staff');
  target.behave = ({ body }, response) => void response.end(`${email} (${name}) told us: ${body}`);
  const { json: ofUsers } = await makeWebhook(api, target.url, { resources: ['users'] });
  const { json: ofBooks } = await makeWebhook(api, target.url);
  const change = { organisation: 'St Mary Mead', email };
  await api.call('PATCH', `/api/users/${api.userId(name)}`, {
    as: 'admin',
    body: change,
    headers: { 'If-Match': '*' },
  });
  const book = { title: `Letters of ${name}`, blurb: `Write to ${email} or joan${email}` };
  await api.call('POST', '/api/books', { as: 'admin', body: book });
  const sent = await Promise.all(
    [ofUsers, ofBooks].map(({ id }) => findLogged(api, id, isDelivered)),
  );
  expect(JSON.stringify(sent)).toContain('St Mary Mead');

  const pseudonym = await anonymise();

  const [ofPerson, ofBook] = await Promise.all(
    [ofUsers, ofBooks].map((webhook, index) =>
      findLogged(api, webhook.id, ({ id }) => id === sent[index].id),
    ),
  );
  expect(ofPerson.log).toMatchObject([{ status: 200, body: null, answer: null }]);
  const [{ body, answer }] = ofBook.log;
  expect(JSON.parse(body).data.record).toMatchObject({
    title: `Letters of ${pseudonym.name}`,
    blurb: `Write to ${pseudonym.email} or joan${email}`,
  });
  expect(answer).toMatch(`${pseudonym.email} (${pseudonym.name}) told us: `);
});

test('a message about a person anonymised meanwhile is neither kept in the log nor sent again', async () => {
  const former = ['Jane Tuppence', 'jane.tuppence@example.org', 'Bletchley Manor'];
  const [person = '', address, organisation] = former;
  await api.addUser(person, 'staff');
  const change = (body: object) =>
    api.call('PATCH', `/api/users/${api.userId(person)}`, {
      as: 'admin',
      body,
      headers: { 'If-Match': '*' },
    });
  await change({ email: address, organisation });
  const { json: ofUsers } = await makeWebhook(api, target.url, { resources: ['users'] });
  target.behave = (_, response) => {
    target.behave = accept;
    const path = `/api/admin/user/${api.userId(person)}/anonymise`;
    const body = { email: address, reason: 'Asked for by letter' };
    response.statusCode = 500;
    void api.call('POST', path, { as: 'admin', body }).then(() => response.end());
  };

  await change({ name: `${person} MBE` });
  await findLogged(api, ofUsers.id, isDelivered);

  expect(target.received[0]!.body).toContain(organisation);
  const log = await api.database.rows('select body, answer from backoffice.webhook_attempts');
  const later = JSON.stringify([log, target.received.slice(1)]);
  expect(target.received.length).toBeGreaterThan(1);
  for (const text of former) expect(later).not.toContain(text);
});
