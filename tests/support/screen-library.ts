import type { Descriptor } from '../../src/descriptor/descriptor.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import type { TestApi } from './api.ts';
import { librarySource } from './library.ts';

/** The library with a list and a form of its own; looked at through the screens. */
export function screenLibrary(): Descriptor {
  const source = structuredClone(librarySource) as Record<string, any>;
  source.app.publicSite = 'https://library.example/';
  Object.assign(source.resources.books, {
    label: { en: 'Books', de: 'Bücher' },
    list: {
      columns: ['title', 'author', 'genre', 'pages', 'tags'],
      filters: ['genre', 'author', 'pages'],
      sort: 'title',
    },
    form: [
      {
        tab: { en: 'Work', de: 'Werk' },
        fields: ['title', 'isbn', 'author', 'genre', 'tags', 'blurb'],
      },
      {
        tab: { en: 'Copy', de: 'Exemplar' },
        fields: [
          'pages',
          'price',
          'inPrint',
          'printedOn',
          'shelf',
          'extra',
          'stock',
          'secret',
          'legacyId',
        ],
      },
    ],
  });
  source.resources.masters = {
    root: '/api/master',
    path: '/master',
    label: { en: 'Masters', de: 'Meister' },
    fields: { name: { type: 'text', required: true, search: true } },
  };
  return toDescriptor(source);
}

/** Creates records in order, and answers them by their titles or names. */
export async function addRecords(
  test: TestApi,
  root: string,
  bodies: readonly Record<string, unknown>[],
): Promise<Record<string, any>[]> {
  const records: Record<string, any>[] = [];
  for (const body of bodies) {
    const { status, json, text } = await test.call('POST', root, { as: 'admin', body });
    if (status !== 201) throw new Error(text);
    records.push(json);
  }
  return records;
}
