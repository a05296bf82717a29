import { afterAll, describe, expect, test } from 'vitest';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { screenLibrary } from '../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';
import {
  answerWith,
  findLogged,
  openTarget,
  startWebhooks,
  webhookTargets,
} from '../../support/webhook-target.ts';

const api = await openScreensOf(screenLibrary, { webhookTargets });
const stop = await startWebhooks(api);
const target = await openTarget();
afterAll(async () => {
  await stop();
  await target.close();
});

const root = '/api/admin/webhooks';

async function make(name: string): Promise<string> {
  const body = { name, url: target.url, resources: ['books'], events: ['created'] };
  return (await api.call('POST', root, { as: 'admin', body })).json.id;
}

async function createBook(title: string): Promise<string> {
  return (await api.call('POST', '/api/books', { as: 'admin', body: { title } })).json._id;
}

type User = Awaited<ReturnType<typeof openScreen>>['user'];

async function choose(user: User, form: ReturnType<typeof within>, collection: string) {
  await user.type(form.getByRole('combobox', { name: /^Collections/ }), collection);
  await user.click(await screen.findByRole('option', { name: collection }));
}

describe('the webhooks', () => {
  test('are created in a form, which shows the problems of the server and then the secret', async () => {
    const { user } = await openScreen(api, '/admin/webhooks');
    expect(await screen.findByText('No webhooks yet.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'New webhook' }));
    const form = within(await screen.findByRole('dialog', { name: 'New webhook' }));
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Shop');
    const url = form.getByRole('textbox', { name: 'Address' });
    await user.type(url, 'https://10.0.0.1/');
    expect(form.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    await choose(user, form, 'Books');
    expect(form.getByRole('checkbox', { name: 'Only some records' })).toBeTruthy();
    await choose(user, form, 'Authors');
    expect(form.queryByRole('checkbox', { name: 'Only some records' })).toBeNull();
    expect(form.queryByRole('combobox', { name: /^Fields/ })).toBeNull();
    expect(form.getByText(/^It sends all records and fields/)).toBeTruthy();
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/which is not public/)).toBeTruthy();

    await user.clear(url);
    await user.type(url, target.url);
    await user.click(form.getByRole('button', { name: 'Save' }));

    const secret = within(await screen.findByRole('dialog', { name: 'Secret of Shop' }));
    expect(secret.getByText(/^whsec_/)).toBeTruthy();
    await user.click(secret.getByRole('button', { name: 'Close' }));
    const table = within(await screen.findByRole('table', { name: 'Webhooks' }));
    expect(table.getByRole('link', { name: 'Shop' })).toBeTruthy();
    expect(table.getByText('Enabled')).toBeTruthy();
    expect(table.getByText('Books, Authors')).toBeTruthy();
    const { json } = await api.call('GET', root, { as: 'admin' });
    expect(json.data).toMatchObject([
      { name: 'Shop', resources: ['books', 'authors'], fields: null, filter: null },
    ]);
  });

  test('show their deliveries and the answers, and send them again', async () => {
    target.behave = answerWith(500);
    const id = await make('Log');
    const book = await createBook('Emma');
    await findLogged(api, id, ({ state }) => state === 'dead');
    const { user } = await openScreen(api, `/admin/webhooks?webhook=${id}`);
    await user.click(await screen.findByRole('button', { name: `Show: ${book}` }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delivery' }));
    const [request] = await dialog.findAllByRole('region', { name: 'Request' });
    expect(request!.textContent).toContain('"title":"Emma"');
    expect(dialog.getAllByRole('region', { name: 'Answer' })[0]!.textContent).toBe('status 500');

    target.behave = answerWith(204);
    await user.click(dialog.getByRole('button', { name: 'Send again' }));

    await findLogged(api, id, ({ state }) => state === 'delivered');
    expect(await screen.findByText('It is being sent again')).toBeTruthy();
  });

  test('can be tested, disabled and deleted', async () => {
    target.behave = answerWith(200);
    const id = await make('Short-lived');
    const book = await createBook('Persuasion');
    const { user, address } = await openScreen(api, `/admin/webhooks?webhook=${id}`);
    await user.click(await screen.findByRole('button', { name: 'Test' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Test' }));
    await user.type(dialog.getByRole('textbox', { name: '_id of the record' }), book);
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    // The network of this test lets no request out while it serves one; the API's own tests see the answer.
    const sent = await dialog.findByRole('region', { name: 'Request' });
    expect(sent.textContent).toContain('"title":"Persuasion"');
    await user.click(dialog.getByRole('button', { name: 'Close' }));

    await user.click(await screen.findByRole('button', { name: 'Disable' }));
    await screen.findByRole('button', { name: 'Enable' });
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const sure = within(await screen.findByRole('dialog', { name: 'Delete Short-lived?' }));
    await user.click(sure.getByRole('button', { name: 'Delete' }));

    await waitFor(() => expect(address()).toBe('/admin/webhooks'));
    expect((await api.call('GET', `${root}/${id}`, { as: 'admin' })).status).toBe(404);
  });
});

test('only admins see webhooks', async () => {
  await openScreen(api, '/admin/webhooks', { as: 'staff' });

  expect(await screen.findAllByRole('heading', { name: 'Access denied' })).not.toEqual([]);
});
