import { expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from '../../support/library.ts';
import { bringAllNear } from '../../support/near-observer.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords } from '../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const choices = [
  'email',
  { value: 'fax', retired: true },
  { value: 'telex', retired: true },
  'phone',
];
const people = {
  label: 'People',
  title: '{name}',
  fields: { name: { type: 'text', required: true }, way: { type: 'choice', choices } },
};

bringAllNear();
const api = await openScreensOf(() => {
  const { resources, ...rest } = structuredClone(librarySource) as Record<string, any>;
  return toDescriptor({ ...rest, resources: { ...resources, people } });
});
await addRecords(api, '/api/people', [
  { name: 'Ada', way: 'email' },
  { name: 'Bob', way: 'email' },
]);
await api.database.query(`update people set way = 'fax' where name = 'Bob'`);

test('a board has a column for a retired choice that records have, and no card moves into it', async () => {
  const { user } = await openScreen(api, '/people/overview?as=board:way');
  await waitFor(() =>
    expect(
      screen.getAllByRole('region').map((each) => within(each).getByRole('heading').textContent),
    ).toEqual(['email1', 'fax1', 'phone0', 'No value0']),
  );
  const card = await screen.findByRole('link', { name: 'Ada' });
  card.focus();

  await user.keyboard('m');
  const offered = await screen.findAllByRole('menuitemradio');
  expect(offered.map(({ textContent }) => textContent)).toEqual(['email', 'phone', 'No value']);
  await user.keyboard('{Escape}');
  card.focus();
  // Over the retired column to the next one.
  await user.keyboard('{Control>}{ArrowRight}{/Control}');

  await waitFor(async () => {
    const { json } = await api.call('GET', '/api/people?name=Ada', { as: 'admin' });
    expect(json.data[0].way).toBe('phone');
  });
});
