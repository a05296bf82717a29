import type { Descriptor } from '../../src/descriptor/descriptor.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { librarySource } from './library.ts';

const may = ['list', 'read', 'create', 'update'];

/**
 * Loans whose fields depend on the thing that is lent, and on the notes about the loan. A viewer sees only cheap
 * things, and changes only loans of the kind `a`.
 */
const source = {
  app: { title: 'Lending', languages: ['en', 'de'] },
  roles: { admin: { all: true }, staff: {}, viewer: {}, dev: {} },
  resources: {
    users: librarySource.resources.users,
    things: {
      title: '{name}',
      importKey: 'name',
      children: [{ resource: 'loans', field: 'thing', columns: ['kind'], inline: true }],
      fields: {
        name: { type: 'text', required: true, unique: true },
        kind: { type: 'choice', choices: ['book', 'tool'] },
        worth: { type: 'number' },
      },
      permissions: {
        staff: may,
        viewer: { list: { worth_lt: 100 }, read: true },
        dev: ['list', 'read'],
      },
    },
    loans: {
      fields: {
        thing: { type: 'reference', to: 'things' },
        page: { type: 'number', when: { shown: "thing.kind = 'book'" } },
        size: { type: 'text', when: { required: 'thing.worth > 10' } },
        days: { type: 'number', when: { readOnly: "thing.kind = 'tool'" } },
        first: { type: 'text', when: { shown: { 'count(notes.loan)': 0 } } },
        kind: { type: 'choice', choices: ['a', 'b'] },
        plain: { type: 'text', when: { shown: { kind: 'a' } } },
      },
      permissions: {
        staff: may,
        viewer: { list: true, read: true, create: true, update: { kind: 'a' } },
        dev: ['list', 'read'],
      },
    },
    notes: {
      fields: { loan: { type: 'reference', to: 'loans' } },
      permissions: { staff: may, viewer: may, dev: ['list', 'read'] },
    },
  },
};

export function lending(): Descriptor {
  const parsed = parseDescriptor(JSON.stringify(source));
  if (!('descriptor' in parsed)) throw new Error(JSON.stringify(parsed.problems, null, 1));
  return parsed.descriptor;
}

export const things = [
  { _id: 'book', name: 'Book', kind: 'book', worth: 1 },
  { _id: 'saw', name: 'Saw', kind: 'tool', worth: 11 },
  { _id: 'gold', name: 'Gold', kind: 'tool', worth: 100 },
];
