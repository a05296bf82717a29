import { beforeEach } from 'vitest';
import { makePdf } from './make-pdf.ts';
import { makePicture } from './make-picture.ts';
import { openScreensOf } from './open-screens-of.ts';
import { addRecords } from './screen-library.ts';
import { openScreen, screen, startEditing, within, type ScreenOptions } from './screen.tsx';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { studiesSource, upload } from './studies.ts';

const every = ['list', 'read', 'create', 'update', 'delete'];

/** The studies, with samples that are lines of their form. */
const withSamples = () =>
  toDescriptor({
    ...studiesSource,
    resources: {
      ...studiesSource.resources,
      studies: {
        ...studiesSource.resources.studies,
        actions: [
          {
            name: 'approve',
            form: { fields: { document: { type: 'file', accept: ['pdf'], required: true } } },
            roles: ['staff'],
            bulk: true,
            method: 'PATCH',
            path: '/api/studies/{_id}',
          },
        ],
        children: [{ resource: 'samples', field: 'study', label: 'Samples', inline: true }],
      },
      samples: {
        title: '{name}',
        fields: {
          study: { type: 'reference', to: 'studies', required: true },
          name: { type: 'text', required: true },
          photo: { type: 'file', accept: ['image'], required: true },
        },
        list: { columns: ['name', 'photo', 'study.pictures'] },
        permissions: { staff: every },
      },
    },
  });

/** For the tests of a file: screens of studies, in which each test has a study of its own. */
export async function openStudies() {
  let id: string;
  let count = 0;

  const api = await openScreensOf(withSamples);
  beforeEach(async () => {
    count += 1;
    id = `study-${count}`;
    await addRecords(api, '/api/studies', [{ _id: id, title: `Study ${count}` }]);
  });

  return {
    api: () => api,
    path: () => `/studies/details/${id}`,
    title: () => `Study ${count}`,
    async edit(options: ScreenOptions = { as: 'staff' }) {
      const opened = await openScreen(api, `/studies/details/${id}`, options);
      await startEditing(opened.user);
      return opened;
    },
    /** Gives the study pictures, which staff has uploaded, by their names. */
    async havePictures(...names: readonly string[]): Promise<void> {
      const pictures: string[] = [];
      for (const [at, name] of names.entries()) {
        const bytes = await makePicture(8 + at, 8);
        const { json } = await upload(api, bytes, { name, field: 'studies.pictures' });
        pictures.push(json.id);
      }
      const headers = { 'If-Match': '*' };
      await api.call('PATCH', `/api/studies/${id}`, { as: 'staff', headers, body: { pictures } });
    },
    /** The study as it is stored. */
    async stored(): Promise<any> {
      return (await api.call('GET', `/api/studies/${id}`, { as: 'admin' })).json;
    },
  };
}

/** The input of files of a field. */
export function filesGroup(label: string): Promise<HTMLElement> {
  return screen.findByRole('group', { name: new RegExp(`^${label}`) });
}

/** What the button to choose files opens. */
export async function chooserOf(label: string): Promise<HTMLInputElement> {
  const group = await filesGroup(label);
  await within(group).findByRole('button', { name: /^(Choose|Replace|Datei)/ });
  return group.querySelector<HTMLInputElement>('input[type="file"]')!;
}

export function pdfFile(name = 'study.pdf', text = 'Bisphenol A migrates'): File {
  return new File([new Uint8Array(makePdf([text]))], name, { type: 'application/pdf' });
}

export async function pictureFile(name: string, width = 8): Promise<File> {
  const bytes = new Uint8Array(await makePicture(width, 8));
  return new File([bytes], name, { type: 'image/png' });
}

/** The names of the files of an input, in their order. */
export function shownNames(group: HTMLElement): string[] {
  return within(group)
    .queryAllByRole('button', { name: /\.(pdf|png|txt)$/ })
    .filter((button) => button.closest('[data-file]') && !button.getAttribute('aria-label'))
    .map(({ textContent }) => textContent);
}
