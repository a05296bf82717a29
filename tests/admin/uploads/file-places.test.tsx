import { expect, test } from 'vitest';
import { makePicture } from '../../support/make-picture.ts';
import {
  chooserOf,
  filesGroup,
  openStudies,
  pictureFile,
  shownNames,
} from '../../support/open-studies.ts';
import { addRecords } from '../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';
import { upload } from '../../support/studies.ts';

const { api, edit, path, havePictures, title } = await openStudies();
const idOf = () => path().split('/').pop()!;

/** The paths of the pictures that an element shows, without the ids of the files. */
function placesIn(element: HTMLElement): string[] {
  return [...element.querySelectorAll('img')].map((image) =>
    new URL(image.src).pathname.replace(/[^/]+$/, ''),
  );
}

async function haveSample(name: string): Promise<string> {
  const bytes = await makePicture(9, 9);
  const { json } = await upload(api(), bytes, {
    name: 'can.png',
    field: 'samples.photo',
    as: 'admin',
  });
  const _id = `sample-${idOf()}`;
  await addRecords(api(), '/api/samples', [{ _id, name, study: idOf(), photo: json.id }]);
  return _id;
}

test('a column behind a reference shows the files of the record that has them', async () => {
  await havePictures('cover.png');
  await haveSample(`Can of ${title()}`);
  const { user } = await openScreen(api(), '/samples/overview', { as: 'admin' });
  const [named] = await screen.findAllByRole('gridcell', { name: `Can of ${title()}` });
  const row = named!.closest<HTMLElement>('[role="row"]')!;

  const opener = await within(row).findByRole('button', { name: 'cover.png' });
  await waitFor(() =>
    expect(placesIn(row)).toEqual([
      `/api/samples/sample-${idOf()}/files/`,
      `/api/studies/${idOf()}/files/`,
    ]),
  );
  await user.click(opener);

  const viewer = await screen.findByRole('dialog', { name: 'cover.png' });
  await waitFor(() => expect(placesIn(viewer)).toContain(`/api/studies/${idOf()}/files/`));
});

test('the lines of a copy show the files of the lines of the original', async () => {
  const sample = await haveSample('Can');
  await openScreen(api(), `/studies/create?copy=${idOf()}`, { as: 'staff' });

  const group = await filesGroup('Photo');

  await waitFor(() => expect(shownNames(group)).toEqual(['can.png']));
  await waitFor(() => expect(placesIn(group)).toEqual([`/api/samples/${sample}/files/`]));
});

test('both sides of a conflict show their files, also removed ones', async () => {
  await havePictures('old.png');
  const { user } = await edit();
  const group = await filesGroup('Pictures');
  await waitFor(() => expect(shownNames(group)).toEqual(['old.png']));
  await user.upload(await chooserOf('Pictures'), await pictureFile('mine.png', 20));
  await waitFor(() => expect(shownNames(group)).toEqual(['old.png', 'mine.png']));
  await havePictures('theirs.png');

  await user.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = await screen.findByRole('dialog');
  const row = await within(dialog).findByRole('radiogroup', { name: 'Pictures' });

  const now = `/api/studies/${idOf()}/files/`;
  const past = `/api/studies/${idOf()}/history/files/`;
  await waitFor(() =>
    expect([...row.children].map((cell) => placesIn(cell as HTMLElement))).toEqual([
      [],
      [past],
      [now],
      [past, '/api/files/'],
      [now, '/api/files/'],
    ]),
  );
});
