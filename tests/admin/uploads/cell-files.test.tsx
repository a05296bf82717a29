import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openStudies, pdfFile, pictureFile } from '../../support/open-studies.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const { api, stored, title } = await openStudies();

async function openList() {
  const opened = await openScreen(api(), '/studies/overview', { as: 'staff' });
  // Its code is loaded with the list; until then, a file on a cell is the browser's.
  const [any] = await screen.findAllByRole('gridcell', { name: title() });
  await waitFor(() => expect(fireEvent.dragOver(any!, { dataTransfer: dataOf() })).toBe(false));
  const cell = async (column: number): Promise<HTMLElement> => {
    const [found] = await screen.findAllByRole('gridcell', { name: title() });
    const row = found!.closest<HTMLElement>('[role="row"]')!;
    return row.querySelector<HTMLElement>(`[data-column="${column}"]`)!;
  };
  return { ...opened, cell };
}

const dataOf = (...files: readonly File[]) => ({ files, types: ['Files'], getData: () => '' });

test('a file dropped on a cell is uploaded and saved, and the step can be undone', async () => {
  const { user, cell } = await openList();

  fireEvent.drop(await cell(1), { dataTransfer: dataOf(pdfFile('dropped.pdf')) });

  await waitFor(async () => expect((await stored()).document?.name).toBe('dropped.pdf'));
  await waitFor(async () => expect((await cell(1)).textContent).toContain('dropped.pdf'));
  (await cell(1)).focus();
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(async () => expect((await stored()).document).toBeNull());
});

test('files dropped on the empty row or chosen in its dialog belong to the new record', async () => {
  const { user } = await openList();
  const empty = screen.getByRole('row', { name: /^New record/ });
  const cell = empty.querySelector('[data-column="1"]')!;
  const dataTransfer = { ...dataOf(pdfFile('dropped.pdf')), dropEffect: 'none' };

  fireEvent.dragOver(cell, { dataTransfer });
  expect(dataTransfer.dropEffect).toBe('copy');
  fireEvent.drop(cell, { dataTransfer });

  const dialog = within(await screen.findByRole('dialog', { name: '1 new record' }));
  await dialog.findByText('dropped.pdf');
  await user.type(dialog.getAllByRole('textbox')[0]!, 'Typed title{Tab}');
  const pictures = dialog.getByRole('cell', { name: 'Pictures' });
  await user.upload(pictures.querySelector('input')!, [
    await pictureFile('one.png'),
    await pictureFile('two.png', 9),
  ]);
  await user.click(dialog.getByRole('button', { name: 'Create 1 record' }));

  const created = async () => {
    const { json } = await api().call('GET', '/api/studies?title=Typed title', { as: 'staff' });
    return json.data[0];
  };
  await waitFor(async () =>
    expect(await created()).toMatchObject({
      document: { name: 'dropped.pdf' },
      pictures: [{ name: 'one.png' }, { name: 'two.png' }],
    }),
  );
});

test('the dialog of a new row shows why a file was refused, and the row can be created without it', async () => {
  const { user } = await openList();
  const empty = screen.getByRole('row', { name: /^New record/ });

  fireEvent.drop(empty.querySelector('[data-column="1"]')!, {
    dataTransfer: dataOf(new File(['a'], 'table.csv')),
  });

  const dialog = within(await screen.findByRole('dialog', { name: '1 new record' }));
  await dialog.findByText('table.csv was not uploaded: Has the type CSV; possible: PDF');
  await user.type(dialog.getAllByRole('textbox')[0]!, 'Without a file');
  await user.click(dialog.getByRole('button', { name: 'Create 1 record' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('files pasted into a cell of several are added at the end', async () => {
  const { user, cell } = await openList();
  fireEvent.drop(await cell(2), { dataTransfer: dataOf(await pictureFile('one.png')) });
  await waitFor(async () => expect((await stored()).pictures).toHaveLength(1));
  await user.click(await cell(2));

  const files = [await pictureFile('two.png', 9), await pictureFile('three.png', 10)];
  fireEvent.paste(await cell(2), { clipboardData: dataOf(...files) });

  await waitFor(async () =>
    expect((await stored()).pictures.map(({ name }: any) => name)).toEqual([
      'one.png',
      'two.png',
      'three.png',
    ]),
  );
});

test('a file that the field does not accept is refused at its cell, and the value stays', async () => {
  const { cell } = await openList();

  fireEvent.drop(await cell(1), { dataTransfer: dataOf(new File(['a'], 'table.csv')) });

  const refused = 'table.csv was not uploaded: Has the type CSV; possible: PDF';
  expect((await screen.findAllByText(new RegExp(refused)))[0]).toBeTruthy();
  await waitFor(async () => expect((await cell(1)).getAttribute('aria-invalid')).toBe('true'));
  expect((await stored()).document).toBeNull();
});

test('Enter opens the input of the field; a file that is still uploading is saved when it has arrived', async () => {
  const { user, cell } = await openList();
  await user.click(await cell(1));

  await user.keyboard('{Enter}');
  const choose = await screen.findByRole('button', { name: 'Choose file' });
  await waitFor(() => expect(document.activeElement).toBe(choose));
  const group = choose.closest<HTMLElement>('[data-files]')!;
  await user.upload(group.querySelector<HTMLInputElement>('input[type="file"]')!, pdfFile());
  await user.click(await cell(0));

  expect(screen.queryByRole('button', { name: 'Choose file' })).toBeNull();
  await waitFor(async () => expect((await stored()).document?.name).toBe('study.pdf'));
});

test('a cell of another type accepts no files, and the browser does not open them', async () => {
  const { calls, cell } = await openList();
  const column = await cell(0);
  calls();

  const isOpened = fireEvent.drop(column, { dataTransfer: dataOf(pdfFile()) });

  expect(isOpened).toBe(false);
  expect(calls()).toEqual([]);
  expect(within(column).queryByText(/study.pdf/)).toBeNull();
});
