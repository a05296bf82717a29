import { expect, test } from 'vitest';
import { makePdf } from '../../support/make-pdf.ts';
import { openStudies } from '../../support/open-studies.ts';
import { upload } from '../../support/studies.ts';
import { openScreen, openSection, screen, waitFor, within } from '../../support/screen.tsx';

const { api, path, havePictures, title } = await openStudies();

test('a list shows thumbnails with names and the number of further files', async () => {
  await havePictures('one.png', 'two.png');
  await openScreen(api(), '/studies/overview', { as: 'staff' });

  const [named] = await screen.findAllByRole('gridcell', { name: title() });
  const row = named!.closest<HTMLElement>('[role="row"]')!;

  expect(await within(row).findByRole('button', { name: 'one.png' })).toBeTruthy();
  await waitFor(() => expect(addressIn(row)).toContain(`${path().split('/').pop()}/files/`));
  expect(addressIn(row)).toContain('size=small');
});

test('the page of a record shows type and size, and opens the viewer', async () => {
  await havePictures('one.png');
  const { user } = await openScreen(api(), path(), { as: 'staff' });

  await user.click(await screen.findByRole('button', { name: /^one.png PNG · \d+ bytes/ }));

  expect(await screen.findByRole('dialog', { name: 'one.png' })).toBeTruthy();
});

test('the history shows the files that the record had', async () => {
  await havePictures('old.png');
  await havePictures('new.png');
  const { user } = await openScreen(api(), path(), { as: 'staff' });
  await openSection(user, 'History');

  const versions = await screen.findByRole('list', { name: 'History' });
  await waitFor(() => expect(addressIn(versions)).toContain('/history/files/'));
});

test('the history shows a replaced file beside the new one, each complete', async () => {
  for (const name of ['draft.pdf', 'final.pdf']) {
    const { json } = await upload(api(), makePdf([name]), { as: 'admin', name });
    const body = { document: json.id };
    const headers = { 'If-Match': '*' };
    await api().call('PATCH', address(), { as: 'admin', headers, body });
  }
  const { user } = await openScreen(api(), path(), { as: 'admin' });
  await openSection(user, 'History');
  const versions = await screen.findByRole('list', { name: 'History' });

  const [latest] = await within(versions).findAllByRole('listitem');

  expect(await within(latest!).findByRole('button', { name: /^draft.pdf PDF/ })).toBeTruthy();
  expect(within(latest!).getByRole('button', { name: /^final.pdf PDF/ })).toBeTruthy();
  expect(latest!.textContent).not.toContain('SHA-256');
});

test('the files of a record in the trash are shown', async () => {
  await havePictures('lost.png');
  const headers = { 'If-Match': '*' };
  await api().call('DELETE', address(), { as: 'admin', headers });
  const { user } = await openScreen(api(), '/studies/trash', { as: 'admin' });

  await user.click(await screen.findByRole('button', { name: title() }));

  const dialog = await screen.findByRole('dialog', { name: title() });
  await waitFor(() => expect(addressIn(dialog)).toContain('/history/files/'));
});

/** The record in the API. */
const address = (): string => `/api/studies/${path().split('/').pop()}`;

function addressIn(element: HTMLElement): string {
  return element.querySelector('img')?.getAttribute('src') ?? '';
}
