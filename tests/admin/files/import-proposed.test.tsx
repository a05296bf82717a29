import { expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from '../../support/library.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { pasteRows } from '../../support/paste-rows.ts';
import { openScreen, screen, within } from '../../support/screen.tsx';

const api = await openScreensOf(
  () => {
    const source = structuredClone(librarySource) as Record<string, any>;
    source.resources.substances = {
      label: { en: 'Substances' },
      title: '{name}',
      importKey: 'cas',
      fields: {
        cas: { type: 'cas', pseudoKeys: true, required: true, unique: true },
        name: { type: 'text', required: true },
      },
    };
    return toDescriptor(source);
  },
  {
    clear: async ({ database }) => {
      await database.query('truncate substances, backoffice.jobs, backoffice.recipes cascade');
    },
  },
);

const near = 'cas\tname\n80057\tone\n57103\ttwo\n64-17-5\tthree\n';

test('a warning has a button that accepts the probable value, row by row', async () => {
  const { user, warned } = await dryRun();
  const take = within(warned).getByRole('button', { name: 'Use 80-05-7 in row 1' });
  expect(take.getAttribute('aria-pressed')).toBe('false');

  await user.click(take);
  expect(take.getAttribute('aria-pressed')).toBe('true');
  await screen.findByText(/The selection has changed/);
  expect(screen.queryByRole('button', { name: /^Import / })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Repeat dry run' }));
  await user.click(await screen.findByRole('button', { name: 'Import 3 records' }));
  await screen.findByText('The import has finished.');

  expect(await stored()).toEqual({ one: '80-05-7', two: '57103', three: '64-17-5' });
});

test('one button accepts all suggestions, and undoes it', async () => {
  const { user, warned } = await dryRun();
  const all = screen.getByRole('button', { name: 'Accept all proposals' });
  const one = within(warned).getByRole('button', { name: 'Use 57-10-3 in row 2' });

  await user.click(all);
  expect([all, one].map((button) => button.getAttribute('aria-pressed'))).toEqual(['true', 'true']);
  expect(one).toHaveProperty('disabled', true);
  await user.click(all);
  expect(one).toHaveProperty('disabled', false);
  expect(await screen.findByRole('button', { name: 'Import 3 records' })).toBeTruthy();
  await user.click(all);
  await user.click(await screen.findByRole('button', { name: 'Repeat dry run' }));
  await user.click(await screen.findByRole('button', { name: 'Import 3 records' }));
  await screen.findByText('The import has finished.');

  expect(await stored()).toEqual({ one: '80-05-7', two: '57-10-3', three: '64-17-5' });
});

async function dryRun() {
  const { user } = await openScreen(api, '/tools/import?into=substances');
  await pasteRows(user, near);
  await user.click(await screen.findByRole('button', { name: 'Start dry run' }));
  await user.click(await screen.findByRole('button', { name: 'Warnings 2' }));
  return { user, warned: await screen.findByRole('list', { name: 'Warnings' }) };
}

async function stored(): Promise<Record<string, string>> {
  const { json } = await api.call('GET', '/api/substances', { as: 'admin' });
  return Object.fromEntries(json.data.map(({ name, cas }: any) => [name, cas]));
}
