import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from './library.ts';

const text = { type: 'text' };
const every = ['list', 'read', 'create', 'update', 'delete', 'import', 'export'];
const onlyRead = ['list', 'read'];

/** Values that were taken from sources, each with its samples. Sources have a key, journals only names, people neither. */
const extractionsSource = {
  app: { title: 'Extractions', languages: ['en', 'de'] },
  roles: { admin: { all: true }, staff: {}, reader: {} },
  resources: {
    users: librarySource.resources.users,
    sources: {
      path: '/sources',
      title: '{title}',
      importKey: 'sourceId',
      fields: {
        sourceId: { ...text, unique: true, required: true },
        title: { ...text, required: true },
        year: { type: 'number', integer: true },
        price: { type: 'decimal' },
        publishedOn: { type: 'date' },
        keywords: { type: 'tags' },
        grade: { ...text, write: ['admin'] },
        secret: { ...text, read: ['admin'], write: ['admin'] },
        journal: { type: 'reference', to: 'journals' },
      },
      permissions: { staff: every, reader: onlyRead },
    },
    journals: {
      path: '/journals',
      title: '{name}',
      fields: { name: { ...text, required: true }, issn: { ...text, unique: true }, city: text },
      permissions: { staff: every, reader: onlyRead },
    },
    people: {
      path: '/people',
      title: '{first} {last}',
      fields: { first: text, last: text, city: text },
      permissions: { staff: every, reader: onlyRead },
    },
    extractions: {
      path: '/extractions',
      title: '{code}',
      importKey: 'code',
      fields: {
        code: { ...text, unique: true, required: true },
        value: { type: 'decimal' },
        source: { type: 'reference', to: 'sources' },
        journal: { type: 'reference', to: 'journals' },
        person: { type: 'reference', to: 'people' },
        others: { type: 'references', to: 'extractions' },
        pictures: { type: 'files', accept: ['image'] },
      },
      children: [{ resource: 'samples', field: 'extraction', inline: true }],
      list: { columns: ['code', 'source.year', 'source'] },
      permissions: { staff: every, reader: every },
    },
    samples: {
      path: '/samples',
      title: '{name}',
      fields: {
        extraction: { type: 'reference', to: 'extractions', required: true },
        name: { ...text, required: true },
        labels: { type: 'tags' },
      },
      unique: [['extraction', 'name']],
      permissions: { staff: every, reader: onlyRead },
    },
  },
};

export const extractionsDescriptor = () => toDescriptor(extractionsSource);
