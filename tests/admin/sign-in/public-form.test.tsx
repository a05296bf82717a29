import { screen, waitFor } from '@testing-library/react';
import { http as msw, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { parseAssociation } from '../../support/association.ts';
import { beSignedIn, fill, input, openVisitsOf, visit } from '../../support/visitor.ts';

const api = await openVisitsOf(() =>
  parseAssociation(({ signups }) => {
    signups.fields.guests = { type: 'number', label: { en: 'Guests', de: 'Gäste' }, integer: true };
    signups.fields.days = {
      type: 'choices',
      label: { en: 'Days', de: 'Tage' },
      choices: [
        { value: 1, label: { en: 'First', de: 'Erster' } },
        { value: 2, label: { en: 'Second', de: 'Zweiter' } },
      ],
    };
    signups.fields.wishes = {
      type: 'text',
      label: { en: 'Wishes', de: 'Wünsche' },
      multiline: true,
    };
    signups.fields.at = {
      type: 'datetime',
      label: { en: 'Arrival', de: 'Ankunft' },
      default: '2026-07-01T15:30:00.000Z',
    };
    signups.fields.diet.when.required = { eats: true };
    signups.public.create.fields.push('guests', 'days', 'wishes', 'at');
    signups.public.create.rate = '100/h';
  }),
);
for (const [_id, places] of Object.entries({ feast: 50, walk: 0 }))
  await api.call('POST', '/api/events', {
    as: 'admin',
    body: { _id, name: _id === 'feast' ? 'Summer feast' : 'Night walk', open: true, places },
  });
await api.call('POST', '/api/events', { as: 'admin', body: { name: 'Secret', open: false } });

const send = () => screen.findByRole('button', { name: 'Send' });
const select = (label: string) =>
  screen.findByLabelText<HTMLSelectElement>(label, { selector: 'select' });
const signups = async () =>
  (await api.call('GET', '/api/signups?_sort=-createdAt', { as: 'admin' })).json.data;

test('somebody without an account fills in the declared form, and is thanked', async () => {
  const { user, calls } = visit(api, '/public/signups');
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign-ups' })).toBeTruthy();

  await user.selectOptions(await select('Event'), 'feast');
  await fill(user, { Name: 'Ann', Email: 'ann@example.org', 'Guests (optional)': '2' });
  await user.click(screen.getByRole('checkbox', { name: 'Second' }));
  await user.type(screen.getByLabelText('Wishes (optional)'), 'A window');
  await user.click(await send());

  const thanks = await screen.findByRole('heading', { level: 1, name: 'Thank you' });
  expect(thanks).toBe(document.activeElement);
  expect((await signups())[0]).toMatchObject({
    event: 'feast',
    name: 'Ann',
    guests: 2,
    days: [2],
    wishes: 'A window',
    at: '2026-07-01T15:30:00.000Z',
    eats: false,
    status: 'new',
  });
  expect(new Set(calls())).toEqual(
    new Set(['GET /api/public/signups/form', 'POST /api/public/signups']),
  );

  await user.click(screen.getByRole('button', { name: 'Send another entry' }));
  expect((await input('Name')).value).toBe('');
});

test('offers published records, helps, and asks for what an answer needs', async () => {
  const { user } = visit(api, '/public/signups');

  const event = await select('Event');
  expect([...event.options].map(({ text }) => text)).toEqual([
    'Please choose',
    'Night walk (not available)',
    'Summer feast · Free places: 49',
  ]);
  expect([...event.options].map(({ disabled }) => disabled)).toEqual([false, true, false]);
  const email = await input('Email');
  const help = document.getElementById(email.getAttribute('aria-describedby')!);
  expect(help?.textContent).toBe('We write to you if the event is cancelled.');
  expect(screen.queryByLabelText(/What you do not eat/)).toBeNull();

  await user.click(screen.getByRole('checkbox', { name: 'I eat with you' }));
  expect((await input('What you do not eat')).required).toBe(true);
});

test('says at each field what is missing, before it sends anything, and goes to the first', async () => {
  const { user, calls } = visit(api, '/public/signups');
  await user.click(await send());

  expect(await screen.findByText('Please choose one.')).toBeTruthy();
  expect(screen.getAllByText('Please fill in this field.')).toHaveLength(2);
  expect(await select('Event')).toBe(document.activeElement);
  expect((await select('Event')).getAttribute('aria-invalid')).toBe('true');
  expect(calls()).toEqual(['GET /api/public/signups/form']);
});

test('says at its field what the server refuses, and keeps what was entered', async () => {
  const { user } = visit(api, '/public/signups');
  await user.selectOptions(await select('Event'), 'feast');
  await fill(user, { Name: 'Ann', Email: 'ann' });
  await user.click(await send());

  const email = await input('Email');
  await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'));
  expect(email).toBe(document.activeElement);
  expect((await input('Name')).value).toBe('Ann');
});

test('says that the form does not accept an entry: the event is full meanwhile', async () => {
  await api.call('POST', '/api/events', {
    as: 'admin',
    body: { _id: 'dance', name: 'Dance', open: true, places: 1 },
  });
  const { user } = visit(api, '/public/signups');
  await user.selectOptions(await select('Event'), 'dance');
  await fill(user, { Name: 'Ann', Email: 'ann@example.org' });
  await api.call('POST', '/api/signups', {
    as: 'admin',
    body: { event: 'dance', name: 'Eve', email: 'eve@example.org' },
  });
  await user.click(await send());

  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('does not accept your entry at the moment');
});

test('is in the language that the visitor chooses', async () => {
  const { user } = visit(api, '/public/signups');
  await select('Event');
  await user.click(screen.getByRole('radio', { name: 'Deutsch' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'Anmeldungen' })).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Absenden' })).toBeTruthy();
  expect(await screen.findByLabelText('Veranstaltung')).toBeTruthy();
});

test('an entry that is sent again over a slow link is stored once', async () => {
  const before = (await signups()).length;
  let lost = true;
  const keys: (string | null)[] = [];
  const { user } = visit(
    api,
    '/public/signups',
    msw.post('*/api/public/signups', async ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      const answer = await api.api.fetch(request, { address: '10.9.1.1' });
      if (!lost) return answer;
      lost = false;
      return HttpResponse.error();
    }),
  );
  await user.selectOptions(await select('Event'), 'feast');
  await fill(user, { Name: 'Slow', Email: 'slow@example.org' });
  await user.click(await send());
  await screen.findByRole('alert');
  await user.click(await send());

  await screen.findByRole('heading', { level: 1, name: 'Thank you' });
  expect(new Set(keys).size).toBe(1);
  expect((await signups()).length).toBe(before + 1);
});

test.each([
  ['/public/events', 'This address has no form'],
  ['/public/nothing', 'This address has no form'],
])('says that there is no form at %s', async (path, heading) => {
  visit(api, path);

  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
});

test('can be loaded again when there was no connection', async () => {
  let isDown = true;
  const { user } = visit(
    api,
    '/public/signups',
    msw.get('*/api/public/signups/form', ({ request }) =>
      isDown ? HttpResponse.error() : api.api.fetch(request),
    ),
  );
  await screen.findByRole('heading', { level: 1, name: 'The form could not be loaded' });
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await select('Event')).toBeTruthy();
});

test('is open to people who are signed in, too', async () => {
  await beSignedIn(api, 'staff');
  const { leaveTo } = visit(api, '/public/signups');

  expect(await select('Event')).toBeTruthy();
  expect(leaveTo).not.toHaveBeenCalled();
});

test('a trap that only bots find drops what they send', async () => {
  const before = (await signups()).length;
  const { user } = visit(api, '/public/signups');
  await user.selectOptions(await select('Event'), 'feast');
  await fill(user, { Name: 'Bot', Email: 'bot@example.org' });
  const trap = document.querySelector<HTMLInputElement>('[name=_website]')!;
  expect(screen.queryByRole('textbox', { name: /Leave this field empty/ })).toBeNull();
  expect(trap.tabIndex).toBe(-1);
  trap.value = 'https://evil.example';
  await user.click(await send());

  await screen.findByRole('heading', { level: 1, name: 'Thank you' });
  expect((await signups()).length).toBe(before);
});
