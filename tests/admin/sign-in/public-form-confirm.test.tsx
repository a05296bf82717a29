import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { parseAssociation } from '../../support/association.ts';
import { mailsTo } from '../../support/people.ts';
import { fill, openVisitsOf, visit } from '../../support/visitor.ts';

const api = await openVisitsOf(() =>
  parseAssociation(({ signups }) => {
    signups.public.create.confirm = 'email';
  }),
);
for (const [_id, name] of Object.entries({ feast: 'Summer feast', dance: 'Dance' }))
  await api.call('POST', '/api/events', {
    as: 'admin',
    body: { _id, name, open: true, places: 1 },
  });

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const tokenFor = async (email: string, event = 'feast') => {
  const body = { event, name: 'Ann', email };
  await api.call('POST', '/api/public/signups', { body });
  return (await mailsTo(api, email)).at(-1)!.token!;
};
const confirm = () => screen.findByRole('button', { name: 'Confirm my entry' });

test('the form says that a mail is on its way', async () => {
  const { user } = visit(api, '/public/signups');
  await user.selectOptions(await screen.findByLabelText('Event', { selector: 'select' }), 'feast');
  await fill(user, { Name: 'Ann', Email: 'ann@example.org' });
  await user.click(await screen.findByRole('button', { name: 'Send' }));

  expect(await heading('Please check your email')).toBe(document.activeElement);
  expect(screen.getByText(/once you open the link and confirm it/)).toBeTruthy();
  expect(await mailsTo(api, 'ann@example.org')).toHaveLength(1);
});

test('the link asks before it stores anything, then thanks, and says when what was chosen is full', async () => {
  const [first, second] = [await tokenFor('eve@example.org'), await tokenFor('bob@example.org')];
  const { user, calls } = visit(api, `/public/signups/confirm/${first}`);
  await heading('Confirm your entry');
  expect(calls()).toEqual([]);
  await user.click(await confirm());
  expect(await heading('Thank you')).toBe(document.activeElement);

  const late = visit(api, `/public/signups/confirm/${second}`);
  await late.user.click(await confirm());
  expect(await heading('Your entry was not accepted')).toBe(document.activeElement);
  expect(screen.getByText(/full or closed/)).toBeTruthy();

  const { json } = await api.call('GET', '/api/signups', { as: 'staff' });
  await api.call('PATCH', `/api/signups/${json.data[0]._id}`, {
    as: 'staff',
    headers: { 'If-Match': '*' },
    body: { status: 'cancelled' },
  });
  await late.user.click(await confirm());
  await heading('Thank you');
});

test('a link whose form has changed leads to the form', async () => {
  const token = await tokenFor('kim@example.org', 'dance');
  await api.call('PATCH', '/api/events/dance', {
    as: 'admin',
    headers: { 'If-Match': '*' },
    body: { open: false },
  });
  const { user } = visit(api, `/public/signups/confirm/${token}`);
  await user.click(await confirm());
  await heading('Your entry was not accepted');
  expect(screen.queryByRole('button', { name: 'Confirm my entry' })).toBeNull();

  await user.click(screen.getByRole('link', { name: 'Fill in the form again' }));
  await screen.findByRole('button', { name: 'Send' });
});

test('a link that was used says so, in the language that the visitor chooses', async () => {
  const { user } = visit(api, '/public/signups/confirm/used');
  await user.click(await confirm());
  await screen.findByText(/was used before, or it has expired/);
  await user.click(screen.getByRole('radio', { name: 'Deutsch' }));

  expect(await heading('Ihre Angaben wurden nicht angenommen')).toBeTruthy();
  expect(await screen.findByText(/schon verwendet oder ist abgelaufen/)).toBeTruthy();
});
