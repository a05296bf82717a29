import { expect, test } from 'vitest';
import { openStudies, pdfFile, shownNames } from '../../support/open-studies.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const { api, path, stored } = await openStudies();

test('a file is uploaded in the form of an action, and sent with it', async () => {
  const { user, calls } = await openScreen(api(), path(), { as: 'admin' });
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('dialog'));
  const group = await dialog.findByRole('group', { name: /^Document/ });
  await within(group).findByRole('button', { name: 'Choose file' });
  calls();

  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await within(group).findByText('Is required')).toBeTruthy();
  await user.upload(group.querySelector<HTMLInputElement>('input[type="file"]')!, pdfFile());
  await waitFor(() => expect(shownNames(group)).toEqual(['study.pdf']));
  await user.click(dialog.getByRole('button', { name: 'Approve' }));

  await screen.findByText(/Approve: done|Approve.*record/);
  expect(calls()).toContain('POST /api/files?field=studies.approve.document');
  expect((await stored()).document).toMatchObject({ name: 'study.pdf' });
});
