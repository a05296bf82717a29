import { expect, test } from 'vitest';
import { readableFields } from '../../src/descriptor/access.ts';
import { narrowDescriptor } from '../../src/descriptor/permissions/narrow.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { right } from './broken-descriptors.ts';

const sign = { type: 'choice', choices: ['=', '<'] };

/** The problems of a book with this cost and this sign, both on line 15, as `code path (hint)`. */
function problemsWith(cost: object, costSign: object = sign): string[] {
  const fields = `"cost": ${JSON.stringify(cost)}, "costSign": ${JSON.stringify(costSign)}`;
  const text = right.replace('"maxLength": 50 }', () => `"maxLength": 50 }, ${fields}`);
  const parsed = parseDescriptor(text);
  if (!('problems' in parsed)) return [];
  return parsed.problems.map(({ code, line, path, hint }) => {
    const place = path.replace('resources.books.fields.cost.', '');
    return [code, line, place, ...(hint === undefined ? [] : [hint])].join(' ');
  });
}

test.each<[cost: object, sign: object | undefined, problems: string[]]>([
  [{ type: 'number', qualifier: 'costSign' }, sign, []],
  [{ type: 'decimal', qualifier: 'costSign' }, sign, []],
  [{ type: 'number', qualifier: 'costSing' }, sign, ['D011 15 qualifier did you mean costSign?']],
  [{ type: 'number', qualifier: 'name' }, sign, ['D119 15 qualifier']],
  [{ type: 'number', qualifier: 'state' }, sign, ['D119 15 qualifier']],
  [
    { type: 'number', qualifier: 'costSign' },
    { type: 'choices', choices: ['<'] },
    ['D119 15 qualifier'],
  ],
  [{ type: 'number', qualifier: 'costSign' }, { ...sign, read: ['admin'] }, ['D031 15 qualifier']],
  [{ type: 'number', qualifier: 'costSign', read: ['admin'] }, { ...sign, read: ['admin'] }, []],
  [
    { type: 'object', fields: { in: { type: 'number', qualifier: 'costSign' } } },
    sign,
    ['D011 15 fields.in.qualifier'],
  ],
  [{ type: 'object', fields: { in: { type: 'number', qualifier: 'out' }, out: sign } }, sign, []],
])('a field %j with the sign %j has the problems %j', (cost, costSign, problems) => {
  expect(problemsWith(cost, costSign)).toEqual(problems);
});

test('a published value needs its qualifier published too', () => {
  const fields = '"cost": { "type": "number", "qualifier": "costSign" }, "costSign": ';
  const text = right
    .replace('"maxLength": 50 }', () => `"maxLength": 50 }, ${fields}${JSON.stringify(sign)}`)
    .replace('"fields": ["code"] }', '"fields": ["code", "cost"] }');

  const parsed = parseDescriptor(text);

  expect('problems' in parsed && parsed.problems).toMatchObject([
    { code: 'D047', params: { value: 'cost', reads: 'costSign' } },
  ]);
});

test('a key for a value without its qualifier reads neither, as conditions would reveal it', () => {
  const descriptor = toDescriptor({
    roles: { admin: { all: true } },
    resources: {
      results: {
        fields: {
          value: { type: 'number', qualifier: 'sign' },
          sign,
          twice: { type: 'number', computed: 'value * 2' },
        },
      },
    },
  });
  const read = (...fields: string[]) => {
    const grants = { results: { operations: ['list'] as const, fields } };
    const key = { id: 'k', role: 'admin', named: {}, readOnly: [], grants };
    const narrowed = narrowDescriptor(descriptor, key);
    return readableFields(narrowed, 'admin', narrowed.resources.get('results')!);
  };

  expect(read('value', 'sign')).toEqual(['value', 'sign']);
  expect(read('value', 'twice')).toEqual([]);
});
