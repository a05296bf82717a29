import { expect } from 'vitest';
import { screen, type TestScreen, waitFor } from './screen.tsx';

/** Starts the dry run once the file has been read with the last change; until then the button is disabled. */
export async function startDryRun(user: TestScreen['user']): Promise<void> {
  const button = (): HTMLElement => screen.getByRole('button', { name: 'Start dry run' });
  await waitFor(() => expect(button()).toHaveProperty('disabled', false));
  await user.click(button());
}
