import { expect, test } from 'vitest';
import { toFormDescriptor } from '../../src/descriptor/permissions/as-public.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { deriveDefaults } from '../../src/descriptor/rules/derived-defaults.ts';
import { requireEntry } from '../../src/fields/require-entry.ts';

const text = { type: 'text' };
const copied = (path: string) => ({ ...text, default: { $field: path } });

const descriptor = toDescriptor({
  resources: {
    suppliers: { title: '{name}', fields: { name: text } },
    products: {
      title: '{_id}',
      fields: {
        supplier: { type: 'reference', to: 'suppliers' },
        place: { type: 'object', fields: { city: text } },
      },
      public: { fields: ['supplier', 'place'] },
    },
    lines: {
      title: '{_id}',
      fields: {
        product: { type: 'reference', to: 'products' },
        city: copied('product.place.city'),
        supplier: copied('product.supplier.name'),
      },
      public: { create: { fields: ['product'], rate: '1/h' } },
    },
  },
});
const lines = requireEntry(descriptor.resources, 'lines');
const stored: Record<string, Record<string, unknown>[]> = {
  products: [{ _id: 'bread', supplier: 'mill', place: { city: 'Bern' } }],
  suppliers: [{ _id: 'mill', name: 'The mill' }],
};

const copyAs = async (role: string, seen = descriptor) =>
  deriveDefaults(
    {
      descriptor: seen,
      role,
      moment: { now: new Date(), userId: '', timeZone: 'UTC' },
      find: async ({ name }) => stored[name] ?? [],
      calculate: async () => [],
    },
    requireEntry(seen.resources, 'lines'),
    [{ product: 'bread' }],
  );

test('a copy can end in a part of an object', async () => {
  expect(await copyAs('admin')).toEqual([{ city: 'Bern', supplier: 'The mill' }]);
});

test('nothing is copied from behind a reference to records that are not published', async () => {
  expect(await copyAs('public', toFormDescriptor(descriptor, lines))).toEqual([{ city: 'Bern' }]);
});
