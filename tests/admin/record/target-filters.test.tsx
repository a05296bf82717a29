import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { openScreen, screen, startEditing, waitFor, within } from '../../support/screen.tsx';
import { travellersDescriptor } from '../../support/travellers.ts';

const ids: Record<string, string> = {};

const api = await openScreensOf(travellersDescriptor);
const make = async (root: string, code: string, body: object): Promise<void> => {
  const { json } = await api.call('POST', `/api/${root}`, { as: 'admin', body });
  ids[code] = json._id;
};
for (const code of ['CH', 'DE']) await make('countries', code, { code });
for (const [code, name, country] of [
  ['bern', 'Bern', 'CH'],
  ['chur', 'Chur', 'CH'],
  ['bonn', 'Bonn', 'DE'],
] as const)
  await make('cities', code, { code, name, country: ids[country] });
await make('people', 'ann', { name: 'Ann', country: ids['CH'], city: ids['bern'] });

const input = (name: string) => screen.findByRole('combobox', { name });

/** The title of a chosen record takes a moment to load. */
const shows = (name: string, title: string) =>
  waitFor(async () => expect(((await input(name)) as HTMLInputElement).value).toBe(title));

const says = (text: RegExp) =>
  waitFor(() => expect(screen.getByText(text).textContent).toContain('Bern'));

async function offered(user: UserEvent, name: string): Promise<string[]> {
  await user.click(await input(name));
  const list = await screen.findByRole('listbox');
  const options = await within(list).findAllByRole('option');
  const texts = options.map(({ textContent }) => textContent);
  await user.keyboard('{Escape}');
  return texts;
}

async function choose(user: UserEvent, name: string, option: string): Promise<void> {
  await user.click(await input(name));
  await user.click(await screen.findByRole('option', { name: option }));
}

test('an input offers the records that match the other values', async () => {
  const { user } = await openScreen(api, '/people/create');
  await choose(user, 'Country', 'CH');

  expect(await offered(user, 'City')).toEqual(['Bern', 'Chur']);
});

test('an input asks for the field that it depends on', async () => {
  const { user } = await openScreen(api, '/people/create', { language: 'de' });

  await user.click(await input('City'));

  // Under the input, and in place of the records.
  expect(await screen.findAllByText('Füllen Sie zuerst Country aus')).toHaveLength(2);
  expect(screen.queryByRole('option')).toBeNull();
});

test('an input offers the records that match a value behind another reference', async () => {
  const { user } = await openScreen(api, '/people/create');
  await user.click(await input('Next'));
  expect(await screen.findAllByText('Fill in City first')).toHaveLength(2);
  await user.keyboard('{Escape}');
  await choose(user, 'Country', 'CH');
  await choose(user, 'City', 'Bern');

  await waitFor(async () => expect(await offered(user, 'Next')).toEqual(['Bern', 'Chur']));
  await choose(user, 'Next', 'Chur');
  await choose(user, 'Country', 'DE');
  await waitFor(async () => expect(await input('City')).toHaveProperty('value', ''));
  await choose(user, 'City', 'Bonn');

  await waitFor(async () => expect(await input('Next')).toHaveProperty('value', ''));
});

test('a record that no longer matches is cleared, and can be restored', async () => {
  const { user } = await openScreen(api, `/people/details/${ids['ann']}`);
  await startEditing(user);
  await shows('City', 'Bern');

  await choose(user, 'Country', 'DE');

  await says(/Cleared, because it no longer matches/);
  await shows('City', '');
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  await shows('City', 'Bern');
  await says(/Does not match the other values/);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/cannot refer to Bern/i)).not.toBeNull();
});
