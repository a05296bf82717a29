import { fireEvent } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  chooserOf,
  filesGroup,
  openStudies,
  pdfFile,
  pictureFile,
  shownNames,
} from '../../support/open-studies.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const { api, edit, path, stored, havePictures } = await openStudies();
const save = () => screen.getByRole('button', { name: 'Save' });

describe('the input of one file', () => {
  test('uploads a chosen file at once, and the record is saved with it', async () => {
    const { user, calls } = await edit();
    const group = await filesGroup('Document');
    expect(within(group).getByText('PDF up to 1 MB')).toBeTruthy();
    calls();

    await user.upload(await chooserOf('Document'), pdfFile());

    await waitFor(() => expect(shownNames(group)).toEqual(['study.pdf']));
    expect(calls().filter((call) => call.startsWith('POST /api/files?'))).toEqual([
      'POST /api/files?field=studies.document',
    ]);
    await user.click(save());
    await screen.findByText('Saved');
    expect((await stored()).document).toMatchObject({ name: 'study.pdf', type: 'application/pdf' });
  });

  test('replaces its file with the next one, and can be emptied', async () => {
    const { user } = await edit();
    const group = await filesGroup('Document');
    await user.upload(await chooserOf('Document'), pdfFile('first.pdf'));
    await waitFor(() => expect(shownNames(group)).toEqual(['first.pdf']));

    await user.upload(await chooserOf('Document'), pdfFile('second.pdf', 'Another one'));
    await waitFor(() => expect(shownNames(group)).toEqual(['second.pdf']));
    await user.click(within(group).getByRole('button', { name: 'Remove second.pdf' }));

    expect(shownNames(group)).toEqual([]);
    expect(document.activeElement).toBe(within(group).getByRole('button', { name: 'Choose file' }));
  });

  test('reports before the upload what does not fit, in German too', async () => {
    const { user, calls } = await edit({ as: 'staff', language: 'de' });
    const group = await filesGroup('Document');
    await within(group).findByText('PDF bis 1 MB');
    const tooLarge = new File([new Uint8Array(1_000_001)], 'gross.pdf', {
      type: 'application/pdf',
    });
    calls();

    fireEvent.drop(group, drop(new File(['a,b'], 'table.csv', { type: 'text/csv' }), tooLarge));

    expect(await within(group).findByText('Hat den Typ CSV; möglich: PDF')).toBeTruthy();
    expect(within(group).getByText('Ist größer als 1 MB')).toBeTruthy();
    expect(within(group).queryByRole('button', { name: /erneut hochladen/ })).toBeNull();
    expect(calls().filter((call) => call.includes('/files'))).toEqual([]);
    await user.click(within(group).getByRole('button', { name: 'table.csv entfernen' }));
    expect(within(group).queryByText('table.csv')).toBeNull();
  });

  test('shows the objection of the server, and the record is not saved without the file', async () => {
    const { user } = await edit();
    const group = await filesGroup('Document');

    // By name and type it is a PDF; only the server looks into it.
    const fake = new File(['no document'], 'fake.pdf', { type: 'application/pdf' });
    await user.upload(await chooserOf('Document'), fake);
    expect(await within(group).findByText(/has a name that ends with .pdf/i)).toBeTruthy();
    await user.click(save());

    expect(await within(group).findByText(/A file was not uploaded/)).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(
        within(group).getByRole('button', { name: 'Choose file' }),
      ),
    );
    await user.click(within(group).getByRole('button', { name: 'Remove fake.pdf' }));
    expect(within(group).queryByText(/A file was not uploaded/)).toBeNull();
    expect((await stored()).document).toBeNull();
  });
});

describe('the input of several files', () => {
  test('accepts dropped files in their order, up to its limit', async () => {
    const { user } = await edit();
    const group = await filesGroup('Pictures');
    const [a, b, c, d] = await Promise.all(
      ['a.png', 'b.png', 'c.png', 'd.png'].map((name, at) => pictureFile(name, 8 + at)),
    );
    await chooserOf('Pictures');

    fireEvent.drop(group, drop(a!, b!, c!, d!));

    await waitFor(() => expect(shownNames(group)).toEqual(['a.png', 'b.png', 'c.png']));
    expect(within(group).getByText('There is room for 3 more files here.')).toBeTruthy();
    await user.click(within(group).getByRole('button', { name: 'Remove d.png' }));
    await user.click(save());
    await screen.findByText('Saved');
    expect((await stored()).pictures.map((file: any) => file.name)).toEqual([
      'a.png',
      'b.png',
      'c.png',
    ]);
  });

  test('is reordered by keys and by a menu, which is announced', async () => {
    await havePictures('one.png', 'two.png', 'three.png');
    const { user } = await edit();
    const group = await filesGroup('Pictures');
    await waitFor(() => expect(shownNames(group)).toEqual(['one.png', 'two.png', 'three.png']));

    within(group).getByRole('button', { name: 'Remove three.png' }).focus();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');

    expect(shownNames(group)).toEqual(['one.png', 'three.png', 'two.png']);
    const mover = within(group).getByRole('button', { name: 'Move three.png' });
    expect(document.activeElement).toBe(mover);
    expect(within(group).getByText('three.png is now file 2 of 3', { ignore: false })).toBeTruthy();
    await user.click(mover);
    await user.click(await screen.findByRole('menuitem', { name: 'Move up' }));
    expect(shownNames(group)).toEqual(['three.png', 'one.png', 'two.png']);
    await user.click(save());
    await screen.findByText('Saved');
    expect((await stored()).pictures.map((file: any) => file.name)[0]).toBe('three.png');
  });

  test('gives a file another title, which makes another file of the same bytes', async () => {
    await havePictures('cat.png');
    const before = (await stored()).pictures[0];
    const { user } = await edit();
    const group = await filesGroup('Pictures');

    await user.click(
      await within(group).findByRole('button', { name: 'Change the title of cat.png' }),
    );
    const input = within(group).getByRole('textbox', { name: 'Title of cat.png' });
    await user.clear(input);
    await user.type(input, 'A cat{Enter}');

    await within(group).findByRole('button', { name: 'A cat' });
    await user.click(save());
    await screen.findByText('Saved');
    const [after] = (await stored()).pictures;
    expect(after).toMatchObject({ name: 'cat.png', title: 'A cat', sha256: before.sha256 });
    expect(after.id).not.toBe(before.id);
  });

  test('accepts a screenshot pasted elsewhere in its section, with its date as the name', async () => {
    const { user } = await edit();
    const group = await filesGroup('Pictures');
    await chooserOf('Pictures');
    const image = await pictureFile('image.png');
    const title = screen.getByRole('textbox', { name: /Title/ });
    await user.click(title);

    fireEvent.paste(title, { clipboardData: { files: [image], types: ['Files'] } });

    await waitFor(() => expect(shownNames(group)).toEqual([expect.stringMatching(/^Pasted .*\d/)]));
    // A text that is copied from a table comes with a picture of it.
    fireEvent.paste(title, { clipboardData: { files: [image], types: ['text/plain', 'Files'] } });
    expect(shownNames(group)).toHaveLength(1);
  });
});

describe('a form with an upload', () => {
  test('is saved when its uploads are complete', async () => {
    const { user } = await edit();
    const group = await filesGroup('Document');

    await user.upload(await chooserOf('Document'), pdfFile());
    await user.click(save());

    await screen.findByText('Saved');
    expect(group.isConnected).toBe(false);
    expect((await stored()).document.name).toBe('study.pdf');
  });

  test('asks before it discards uploads', async () => {
    const { user, address } = await edit();
    await user.upload(await chooserOf('Document'), pdfFile());

    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Discard changes' }));

    await waitFor(() => expect(screen.queryByText('study.pdf')).toBeNull());
    expect(address()).toContain(path());
    expect((await stored()).document).toBeNull();
  });

  test('saves its lines when their uploads are complete', async () => {
    const { user } = await edit();
    await user.click(await screen.findByRole('button', { name: 'Add line' }));
    await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'Can 1');

    await user.upload(await chooserOf('Photo'), await pictureFile('can.png'));
    await user.click(save());

    await screen.findByText('Saved');
    const { json } = await api().call('GET', '/api/samples?name=Can+1', { as: 'admin' });
    expect(json.data.map((sample: any) => sample.photo.name)).toEqual(['can.png']);
  });

  test('shows both lists of files after a conflict, and keeps both', async () => {
    await havePictures('one.png');
    const { user } = await edit();
    const group = await filesGroup('Pictures');
    await user.upload(await chooserOf('Pictures'), await pictureFile('mine.png', 20));
    await waitFor(() => expect(shownNames(group)).toEqual(['one.png', 'mine.png']));
    await havePictures('one.png', 'theirs.png');

    await user.click(save());
    const dialog = await screen.findByRole('dialog');
    expect((await within(dialog).findAllByText('theirs.png'))[0]).toBeTruthy();
    await user.click(within(dialog).getByRole('radio', { name: /^Pictures: .*both/i }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));

    await screen.findByText('Saved');
    const names = (await stored()).pictures.map((file: any) => file.name);
    expect(names).toEqual(expect.arrayContaining(['theirs.png', 'mine.png']));
  });

  test('of a copied record keeps the files of the original', async () => {
    await havePictures('one.png');
    const { user } = await openScreen(api(), `/studies/create?copy=${path().split('/').pop()}`, {
      as: 'staff',
    });
    const group = await filesGroup('Pictures');
    await waitFor(() => expect(shownNames(group)).toEqual(['one.png']));

    await user.type(screen.getByRole('textbox', { name: /Title/ }), 'A copy');
    await user.click(save());

    await screen.findByRole('heading', { level: 2, name: 'A copy' });
    const { json } = await api().call('GET', '/api/studies?title=A+copy', { as: 'admin' });
    expect(json.data[0].pictures).toEqual((await stored()).pictures);
  });
});

function drop(...files: readonly File[]) {
  return { dataTransfer: { files, types: ['Files'] } };
}
