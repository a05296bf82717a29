import '../../support/browser-parts.ts';
import { fireEvent } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { useFileLink, useOpenFile } from '../../../src/fields/files/file-context.tsx';
import { defineScreen, type ScreenProps } from '../../../src/admin/extending.ts';
import type { FileValue } from '../../../src/fields/files/file-value.ts';
import { openTestApi, type TestApi } from '../../support/api.ts';
import {
  closeScreen,
  openScreen,
  screen,
  startScreens,
  stopScreens,
  waitFor,
  within,
} from '../../support/screen.tsx';
import { studiesDescriptor, upload } from '../../support/studies.ts';

let api: TestApi;
let id: string;
let files: FileValue[];

beforeAll(async () => {
  const descriptor = studiesDescriptor();
  api = await openTestApi({ descriptor: () => descriptor });
  startScreens(api);
  const field = 'studies.papers';
  const bring = async (name: string, text: string): Promise<FileValue> =>
    (await upload(api, Buffer.from(text), { as: 'admin', name, field })).json;
  files = [
    await bring('limits.csv', 'Substance,Limit\nBPA,0.05\n'),
    await bring('notes.txt', 'Größe: klein'),
  ];
  const body = { title: 'Migration', papers: files.map((file) => file.id) };
  const { json } = await api.call('POST', '/api/studies', { as: 'admin', body });
  id = json._id;
});
afterEach(() => {
  closeScreen();
  // The router of a test does not write the address, so nothing takes back what the viewer has written.
  history.replaceState(null, '', '/');
});
afterAll(async () => {
  await stopScreens();
  await api.close();
});

/** As a field of an installation shows its files. */
function PaperLinks({ value, record }: ScreenProps<'cell'>) {
  const open = useOpenFile();
  const place = { resource: 'studies', record: String(record?.['_id']) };
  return (value as FileValue[]).map((file, at) => (
    <button key={file.id} onClick={() => open(value, at, place)}>
      Open {file.name} at <Address file={file} place={place} />
    </button>
  ));
}

function Address({
  file,
  place,
}: {
  file: FileValue;
  place: { resource: string; record: string };
}) {
  return <span data-testid="address">{useFileLink(file, place, 'small') ?? 'nowhere'}</span>;
}

const load = () => Promise.resolve(defineScreen('cell', PaperLinks));
const replace = [{ part: 'cell', resource: 'studies', field: 'papers', load }] as const;
const open = () => openScreen(api, `/studies/details/${id}`, { replace });

test('a field opens the viewer at one of its files, and gets the focus back on closing', async () => {
  const { user, address, calls } = await open();
  const before = address();
  const opener = await screen.findByRole('button', { name: /Open limits/ });
  await user.click(opener);

  const viewer = await screen.findByRole('dialog', { name: 'limits.csv' });
  expect(await within(viewer).findByRole('columnheader', { name: 'Limit' })).toBeTruthy();
  expect(within(viewer).getByText('1 of 2')).toBeTruthy();
  // The page behind stays where it is; only the address bar has the file.
  expect(address()).toBe(before);
  await waitFor(() => expect(location.search).toBe(`?file=${files[0]!.id}`));

  fireEvent.keyDown(viewer, { key: 'ArrowRight' });
  const next = await screen.findByRole('dialog', { name: 'notes.txt' });
  expect(await within(next).findByText('Größe: klein')).toBeTruthy();
  // There is none after the last.
  fireEvent.keyDown(next, { key: 'ArrowRight' });
  expect(within(next).getByText('2 of 2')).toBeTruthy();
  expect(within(next).getByRole('button', { name: 'Next file' })).toHaveProperty('disabled', true);

  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Open limits/ }));
  expect(calls().filter((call) => call.includes('/api/files/links'))).toHaveLength(1);
});

test('the back button closes the viewer', async () => {
  const { user, go } = await open();
  await user.click(await screen.findByRole('button', { name: /Open notes/ }));
  await screen.findByRole('dialog', { name: 'notes.txt' });

  await go(-1);

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('heading', { name: 'Migration' })).toBeTruthy();
});

describe('on a wide screen', () => {
  const openFile = async () => {
    const opened = await open();
    await opened.user.click(await screen.findByRole('button', { name: /Open limits/ }));
    await screen.findByRole('columnheader', { name: 'Limit' });
    return opened;
  };
  const file = () => screen.findByRole('dialog', { name: 'limits.csv' });
  const title = () => screen.queryByRole('heading', { name: 'Migration' });

  test('a file is beside the page, which stays usable, and closes by Escape only from within', async () => {
    const { user } = await openFile();
    const frame = await file();

    await waitFor(() => expect(frame.contains(document.activeElement)).toBe(true));
    expect(frame.getAttribute('aria-modal')).toBeNull();
    expect(title()).not.toBeNull();
    screen.getByRole('button', { name: 'Edit' }).focus();
    await user.keyboard('{Escape}');
    expect(await file()).toBe(frame);
    frame.focus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('the keys change its width, and a button shows it over the page', async () => {
    const { user } = await openFile();
    const edge = within(await file()).getByRole('separator', { name: 'Width of the file' });
    const before = Number(edge.getAttribute('aria-valuenow'));

    edge.focus();
    await user.keyboard('{End}');
    expect(Number(edge.getAttribute('aria-valuenow'))).toBeLessThan(before);
    await user.click(screen.getByRole('button', { name: 'Full screen' }));
    await waitFor(() => expect(title()).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Beside the page' }));
    await waitFor(() => expect(title()).not.toBeNull());
    expect(await file()).toBeTruthy();
    // The account has it, so that the next screen begins as this one ends.
    const setting = '/api/users/current/settings/viewer';
    await waitFor(async () => {
      const { json } = await api.call('GET', setting, { as: 'admin' });
      expect(json).toMatchObject({ isFull: false });
    });
  });

  test('another file replaces it, and closing it leads to the page', async () => {
    const { user, address } = await openFile();
    const before = address();

    await user.click(screen.getByRole('button', { name: /Open notes/ }));
    const next = await screen.findByRole('dialog', { name: 'notes.txt' });
    await waitFor(() => expect(next.contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe(before);
    expect(title()).not.toBeNull();
  });

  test('another file opens beside a page whose URL names one, and closing it leads to the page', async () => {
    const path = `/studies/details/${id}`;
    const { user, address } = await openScreen(api, `${path}?file=${files[0]!.id}`, { replace });
    await file();

    await user.click(await screen.findByRole('button', { name: /Open notes/ }));
    const next = await screen.findByRole('dialog', { name: 'notes.txt' });
    await user.click(within(next).getByRole('button', { name: 'Close' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe(path);
  });

  test('a record beside its list and its file are both usable, and close one after the other', async () => {
    const { user } = await openScreen(api, `/studies/overview?open=${id}`, { replace });
    const record = await screen.findByRole('dialog', { name: 'Migration' });
    const opener = await within(record).findByRole('button', { name: /Open limits/ });

    await user.click(opener);
    const frame = await file();

    await waitFor(() => expect(frame.contains(document.activeElement)).toBe(true));
    // A reload shows both again.
    await waitFor(() =>
      expect(location.pathname + location.search).toBe(
        `/studies/overview?open=${id}&file=${files[0]!.id}&fileOf=studies%2F${id}`,
      ),
    );
    expect(screen.getAllByRole('dialog')).toEqual(expect.arrayContaining([record, frame]));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getAllByRole('dialog')).toEqual([record]));
    expect(document.activeElement).toBe(opener);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

test('a URL shows the file of another record beside a page', async () => {
  const body = { title: 'Another study' };
  const { json } = await api.call('POST', '/api/studies', { as: 'admin', body });
  const address = `/studies/details/${json._id}?file=${files[0]!.id}&fileOf=studies/${id}`;
  const opened = await openScreen(api, address, { replace });

  const file = await screen.findByRole('dialog', { name: 'limits.csv' });
  expect(await screen.findByRole('heading', { name: 'Another study' })).toBeTruthy();
  file.focus();
  await opened.user.keyboard('{Escape}');

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(opened.address()).toBe(`/studies/details/${json._id}`);
});

test('on a smaller screen a file covers the page', async () => {
  const { user } = await openScreen(api, `/studies/details/${id}`, { replace, width: 1100 });

  await user.click(await screen.findByRole('button', { name: /Open limits/ }));

  await screen.findByRole('dialog', { name: 'limits.csv' });
  expect(screen.queryByRole('heading', { name: 'Migration' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Full screen' })).toBeNull();
});

test('a field gets the signed addresses of its files, which the API accepts', async () => {
  await open();

  await waitFor(() =>
    expect(screen.getAllByTestId('address').map(({ textContent }) => textContent)).toEqual(
      files.map((file) =>
        expect.stringMatching(`^/api/studies/${id}/files/${file.id}\\?.*&size=small$`),
      ),
    ),
  );
  const [first] = screen.getAllByTestId('address');
  const address = first!.textContent.replace('size=small', 'download=true');
  const answer = await api.api.fetch(new Request(`http://localhost${address}`), {
    address: '127.0.0.1',
  });
  expect(await answer.text()).toBe('Substance,Limit\nBPA,0.05\n');
});
