import { describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { usualKey } from '../../src/files/import/import-keys.ts';

const { resources } = toDescriptor({
  app: {},
  roles: { admin: { all: true } },
  resources: {
    keyed: { importKey: 'code', fields: { code: { type: 'text', unique: true } } },
    plain: { fields: { name: { type: 'text' } } },
    families: {
      unique: [['name', 'parent']],
      fields: { name: { type: 'text' }, parent: { type: 'reference', to: 'families' } },
    },
    samples: {
      unique: [['source', 'number']],
      fields: {
        source: { type: 'text' },
        number: { type: 'number', integer: true },
        barcode: { type: 'text', unique: true },
      },
    },
  },
});

describe('rows of a file without a key are matched by', () => {
  test.each([
    ['the import key', 'keyed', ['code'], ['code']],
    ['the import key, even if the file has the _id', 'keyed', ['_id', 'code'], ['code']],
    ['the _id if the file has it', 'samples', ['barcode', '_id'], ['_id']],
    ['a unique field', 'samples', ['number', 'barcode'], ['barcode']],
    ['fields that are unique together', 'samples', ['number', 'source'], ['source', 'number']],
    ['the _id if the file has only a part of them', 'samples', ['number'], ['_id']],
    [
      'the _id if they include a record of the same collection',
      'families',
      ['name', 'parent'],
      ['_id'],
    ],
    ['the _id if nothing is unique', 'plain', ['name'], ['_id']],
  ])('%s', (_what, resource, names, expected) => {
    expect(usualKey(resources.get(resource)!, names)).toEqual(expected);
  });
});
