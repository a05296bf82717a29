import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { unsubscribeToken } from '../../../src/services/threads/unsubscribe-token.ts';
import { SECRET } from '../../support/api.ts';
import { screenLibrary } from '../../support/screen-library.ts';
import { openVisitsOf, visit } from '../../support/visitor.ts';

const api = await openVisitsOf(screenLibrary);
const mailsOf = async (as: string) =>
  (await api.call('GET', '/api/users/current', { as })).json.inboxMails;

test('the link of a mail ends mails of its kind by a button, not by opening the page', async () => {
  const person = api.userId('staff');
  const token = unsubscribeToken(SECRET, { kind: 'mention', person });
  const { user } = visit(api, `/unsubscribe/${token}`);
  const button = await screen.findByRole('button', { name: 'Unsubscribe' });
  expect(await mailsOf('staff')).toMatchObject({ mention: 'atOnce' });
  await user.click(button);

  const heading = await screen.findByRole('heading', { level: 1, name: 'Unsubscribed' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(screen.getByText('You get no more emails of this kind.')).toBeTruthy();
  expect(await mailsOf('staff')).toMatchObject({ mention: 'never', assigned: 'atOnce' });
});

test('a wrong link changes nothing, and the page says what to do', async () => {
  const { user } = visit(api, '/unsubscribe/all.x.y');
  await user.click(await screen.findByRole('button', { name: 'Unsubscribe' }));

  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The link does not workThe link is incomplete');
  expect(screen.getByRole('link', { name: 'Choose your emails in your profile' })).toBeTruthy();
});
