import type { UserEvent } from '@testing-library/user-event';
import type { TestApi } from './api.ts';
import { addBooksOfTwo } from './books-of-two.ts';
import { openScreensOf } from './open-screens-of.ts';
import { screenLibrary } from './screen-library.ts';
import { screen } from './screen.tsx';

/** Opens the library with books of two authors for the tests of a file; the layout of the list is fresh for each. */
export function openBooks(): () => TestApi {
  let api: TestApi;
  openScreensOf(
    screenLibrary,
    async (opened) => {
      api = opened;
      await addBooksOfTwo(api);
    },
    {
      clear: async () => {
        const settings = '/api/users/current/settings/grid.books';
        await api.call('DELETE', settings, { as: 'admin' });
      },
    },
  );
  return () => api;
}

export async function openFilterRow(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole('button', { name: /^Filter( \d)?$/ }));
  const choice = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Filter row/ });
  // The last test may have stored its choice after the clean-up.
  if (!choice.checked) await user.click(choice);
  await user.keyboard('{Escape}');
}

export const openPanel = async (user: UserEvent): Promise<HTMLElement> => {
  await user.click(screen.getByRole('button', { name: /^Filter( \d)?$/ }));
  return screen.findByRole('complementary', { name: 'Filter' });
};

export const titles = () =>
  screen.queryAllByRole('link', { name: /^Book [A-C]$/ }).map((link) => link.textContent);
