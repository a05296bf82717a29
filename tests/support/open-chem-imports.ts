import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from './library.ts';
import { openScreensOf } from './open-screens-of.ts';
import { openScreen, screen } from './screen.tsx';

/** For the tests of a file: screens of an app that has nothing but chems, empty before each test. */
export async function openChemImports() {
  const api = await openScreensOf(
    () =>
      toDescriptor(
        structuredClone({
          ...librarySource,
          resources: {
            users: librarySource.resources.users,
            chems: {
              title: '{name}',
              importKey: 'casId',
              fields: {
                casId: { type: 'cas', label: 'CAS number' },
                name: { type: 'text', required: true },
                link: { type: 'text', pattern: '^DTX\\d+$', maxLength: 10 },
              },
            },
          },
        }),
      ),
    {
      async clear({ database }) {
        await database.query('truncate chems, backoffice.jobs, backoffice.recipes cascade');
      },
    },
  );

  /** Sends a file to the page of imports. */
  async function upload(content: string | Uint8Array<ArrayBuffer>, language: 'en' | 'de' = 'en') {
    const { user } = await openScreen(api, '/tools/import?into=chems', { language });
    const label = { en: 'File to import', de: 'Zu importierende Datei' }[language];
    await user.upload(await screen.findByLabelText(label), new File([content], 'chems.csv'));
    return user;
  }

  /** The chems as they are stored. */
  const chems = async () =>
    (await api.call('GET', '/api/chems?_sort=casId', { as: 'admin' })).json.data;
  return { api, upload, chems };
}
