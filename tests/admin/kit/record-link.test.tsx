import { expect, test } from 'vitest';
import { linkColumn } from '../../../src/admin/resource/record-link.tsx';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';

const { resources } = toDescriptor({
  resources: {
    results: {
      title: '{material} · {article}',
      importKey: 'key',
      fields: {
        material: { type: 'text' },
        article: { type: 'text' },
        key: { type: 'text', required: true, unique: true },
      },
    },
    plain: {
      title: '{name}',
      importKey: 'key',
      fields: { name: { type: 'text' }, key: { type: 'text', required: true, unique: true } },
    },
  },
});

test.each([
  ['the key, where the title has several parts', 'results', ['material', 'article', 'key'], 'key'],
  ['a part of the title, where no column has the key', 'results', ['article'], 'article'],
  ['the title, where a field is all of it', 'plain', ['name', 'key'], 'name'],
])('the link to a record is %s', (_, name, columns, link) => {
  const resource = resources.get(name)!;

  const fields = columns.map((each) => resource.fields.get(each)!);

  expect(linkColumn(resource, fields)?.name).toBe(link);
});
