import { screen, waitFor } from '@testing-library/react';
import { http as msw, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { parseAssociation } from '../../support/association.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { fill, openVisitsOf, visit } from '../../support/visitor.ts';

const api = await openVisitsOf(() =>
  parseAssociation(({ signups }) => {
    signups.fields.letter = {
      type: 'file',
      label: { en: 'Letter', de: 'Brief' },
      required: true,
      maxSize: '1 MB',
    };
    signups.public.create.fields.push('letter');
  }),
);
await api.call('POST', '/api/events', {
  as: 'admin',
  body: { _id: 'feast', name: 'Feast', open: true, places: 50 },
});

const pdf = (name: string) =>
  new File([Uint8Array.from(makePdf([name]))], name, { type: 'application/pdf' });
const letter = () => screen.findByLabelText<HTMLInputElement>('Letter');
const begin = async (...handlers: Parameters<typeof visit>[2][]) => {
  const { user } = visit(api, '/public/signups', ...handlers);
  await user.selectOptions(await screen.findByLabelText('Event', { selector: 'select' }), 'feast');
  await fill(user, { Name: 'Ann', Email: 'ann@example.org' });
  return user;
};
const send = () => screen.findByRole('button', { name: 'Send' });
const stored = async () =>
  (await api.call('GET', '/api/signups?_sort=-createdAt', { as: 'admin' })).json.data[0];

test('a chosen file is sent, can be replaced, and comes with the entry', async () => {
  const user = await begin();
  await user.click(await send());
  expect(await screen.findByText('Please fill in this field.')).toBeTruthy();

  await user.upload(await letter(), pdf('a.pdf'));
  await screen.findByText('Received');
  await user.click(screen.getByRole('button', { name: 'Remove a.pdf' }));
  await user.upload(await letter(), pdf('b.pdf'));
  await screen.findByText('Received');
  await user.click(await send());

  await screen.findByRole('heading', { name: 'Thank you' });
  expect(await stored()).toMatchObject({ name: 'Ann', letter: { name: 'b.pdf' } });
});

test('an entry waits for its files, and a refused or lost one says why', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = msw.post('*/api/public/signups/files', async () => {
    await promise;
    return HttpResponse.error();
  });
  const user = await begin(slow);
  const large = new File([new Uint8Array(1_100_000)], 'large.pdf');
  await user.upload(await letter(), large);
  expect(await screen.findByText('Is larger than 1 MB')).toBeTruthy();

  await user.upload(await letter(), pdf('a.pdf'));
  await user.click(await send());
  expect(await screen.findByText(/^Wait until the files are sent/)).toBeTruthy();

  resolve();
  await waitFor(() => expect(screen.getByText(/^The file did not arrive/)).toBeTruthy());
});

test('a file is sent again while others of the network send theirs', async () => {
  let attempts = 0;
  const busy = msw.post('*/api/public/signups/files', () => {
    attempts += 1;
    if (attempts > 1) return undefined;
    const problem = { problems: [{ code: 'A020', path: '', message: 'busy' }] };
    return HttpResponse.json(problem, { status: 429, headers: { 'Retry-After': '0.01' } });
  });
  const user = await begin(busy);

  await user.upload(await letter(), pdf('a.pdf'));

  expect(await screen.findByText('Received')).toBeTruthy();
});
