import { beforeAll, expect, test } from 'vitest';
import { toDescriptor } from '../../../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from '../../../support/library.ts';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { addRecords } from '../../../support/screen-library.ts';
import { gridCell, openScreen, screen, waitFor } from '../../../support/screen.tsx';

const api = await openScreensOf(studies);
beforeAll(async () => {
  const [study] = await addRecords(api, '/api/studies', [
    { code: 'S-1', name: 'Targeted screening of migrants in packaged food' },
  ]);
  const [maker] = await addRecords(api, '/api/makers', [
    { name: 'University of Southern Sealand, Institute' },
  ]);
  const found = { study: study!._id, makers: [maker!._id], maker: maker!._id, kinds: ['a'] };
  await addRecords(api, '/api/values', [{ code: 'V-1', name: 'DEHP', ...found }]);
});

function studies() {
  const source = structuredClone(librarySource) as Record<string, any>;
  const code = { type: 'text', required: true, unique: true };
  const name = { type: 'text', required: true };
  source.resources.studies = {
    title: '{code}: {name}',
    importKey: 'code',
    fields: { code, name },
  };
  source.resources.makers = { title: '{name}', fields: { name } };
  source.resources.values = {
    title: '{code}: {name}',
    importKey: 'code',
    fields: {
      code,
      name,
      study: { type: 'reference', to: 'studies' },
      maker: { type: 'reference', to: 'makers' },
      makers: { type: 'references', to: 'makers' },
      kinds: { type: 'choices', choices: ['a', 'a choice with a very long name'] },
      remark: { type: 'text', label: 'Remark of the laboratory' },
    },
    list: { columns: ['code', 'name', 'study', 'maker', 'makers', 'kinds', 'remark'] },
  };
  return toDescriptor(source);
}

const head = (name: string) => screen.getByRole('columnheader', { name });

test('a column of references shows the key at the start of a title, and the whole title on hover', async () => {
  await openScreen(api, '/values');
  await gridCell('V-1');

  const link = await screen.findByRole('link', { name: 'S-1' });

  expect(link.title).toBe('S-1: Targeted screening of migrants in packaged food');
});

test('the columns of the title that come first stay visible', async () => {
  await openScreen(api, '/values');
  await gridCell('V-1');

  const isPinned = (name: string) => head(name).className.includes('g-pinned');

  expect(['Code', 'Name', 'Study'].map(isPinned)).toEqual([true, true, false]);
});

const widthOf = (name: string) => Number.parseFloat(head(name).style.width);

test('a column without values is as narrow as its name', async () => {
  await openScreen(api, '/values');
  await gridCell('V-1');

  // "Remark of the" and "laboratory" below each other.
  expect(widthOf('Remark of the laboratory')).toBeLessThan(150);
});

test('a column of references is as wide as its visible titles, and one of choices as its visible labels', async () => {
  await openScreen(api, '/values', { width: 900 });
  await screen.findByRole('link', { name: 'S-1' });

  await waitFor(() => expect(widthOf('Study')).toBeLessThan(140));
  expect(widthOf('Maker')).toBe(320);
  expect(widthOf('Makers')).toBe(240);
  expect(widthOf('Kinds')).toBeLessThan(140);
});
