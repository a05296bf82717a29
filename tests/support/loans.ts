import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from './library.ts';

/** One resource with every rule over values: conditions, checks, tokens as defaults, unique together. */
const loans = {
  importKey: 'code',
  title: '{code}',
  fields: {
    code: { type: 'text', required: true, unique: true },
    kind: { type: 'choice', required: true, choices: ['book', 'room', 'other'], default: 'other' },
    title: { type: 'text', when: { shown: { kind: 'book' }, required: { kind: 'book' } } },
    pages: { type: 'number', when: { required: { title_contains: 'bible' } } },
    room: { type: 'text', default: 'hall', when: { shown: { kind: 'room' } } },
    seats: { type: 'number', integer: true, when: { shown: { room_nnull: true } } },
    status: { type: 'choice', choices: ['open', 'closed'], default: 'open' },
    note: { type: 'text', when: { readOnly: { status: 'closed' } } },
    since: { type: 'date', default: '$today' },
    until: { type: 'date', default: '$today+30d' },
    noted: { type: 'datetime', default: '$now' },
    owner: { type: 'reference', to: 'users', default: '$user' },
    year: { type: 'number', integer: true, default: '$year' },
    // Staff neither see it nor may empty it.
    secret: {
      type: 'text',
      read: ['admin'],
      write: ['admin'],
      when: { shown: { kind: 'room' } },
    },
  },
  checks: [
    {
      check: { not: { until_lt: { $field: 'since' } } },
      message: { en: 'must not end before it begins', de: 'darf nicht vor dem Beginn enden' },
    },
    {
      check: { not: { year_gt: '$year+1' } },
      message: { en: 'is too far away', de: 'ist zu weit weg' },
      fields: ['year'],
    },
  ],
  unique: [['kind', 'room', 'since']],
  permissions: { staff: ['list', 'read', 'create', 'update', 'delete', 'export', 'import'] },
};

export function loansDescriptor(): ReturnType<typeof toDescriptor> {
  const { users } = librarySource.resources;
  return toDescriptor(structuredClone({ ...librarySource, resources: { loans, users } }));
}
