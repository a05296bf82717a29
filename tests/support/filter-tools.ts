import type { UserEvent } from '@testing-library/user-event';
import { screen } from './screen.tsx';

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
