import { expect, test } from 'vitest';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { right } from './broken-descriptors.ts';

/** The problems of a book with this field, which stands on line 15, as `code path (hint)`. */
function problemsWith(cost: object): string[] {
  const field = `"maxLength": 50 }, "cost": ${JSON.stringify(cost)}`;
  const parsed = parseDescriptor(right.replace('"maxLength": 50 }', () => field));
  if (!('problems' in parsed)) return [];
  expect(new Set(parsed.problems.map(({ line }) => line))).toEqual(new Set([15]));
  return parsed.problems.map(({ code, path, hint }) => {
    const place = path.replace('resources.books.fields.cost.', '');
    return [code, place, ...(hint === undefined ? [] : [hint])].join(' ');
  });
}

test.each<[cost: object, problems: string[]]>([
  [{ type: 'decimal' }, []],
  [{ type: 'decimal', precision: 5, scale: 5, min: '-.5', max: '0.12345' }, []],
  [{ type: 'decimal', precision: 2, scale: 3 }, ['D007 scale']],
  [{ type: 'decimal', precision: 101 }, ['D004 precision']],
  [{ type: 'decimal', min: 1 }, ['D004 min']],
  [{ type: 'decimal', max: 'much' }, ['D007 max']],
  [{ type: 'decimal', max: '0.001' }, ['D007 max']],
  [{ type: 'decimal', min: '10', max: '9' }, ['D007 min']],
  [{ type: 'decimal', default: 5 }, ['D016 default']],
  [{ type: 'decimal', search: true }, ['D024 search']],
  [{ type: 'money', currency: 'CHF' }, []],
  [{ type: 'money' }, ['D005 currency']],
  [{ type: 'money', currency: 'CFH' }, ['D060 currency did you mean CHF?']],
  [{ type: 'money', currency: 'francs' }, ['D060 currency']],
  [{ type: 'money', currency: 'JPY', min: '0.5' }, ['D007 min']],
  [{ type: 'money', currency: { $field: 'code' } }, []],
  [{ type: 'money', currency: { $field: 'stade' } }, ['D011 currency.$field did you mean state?']],
  [{ type: 'money', currency: { $field: 'year' } }, ['D061 currency.$field']],
  [{ type: 'money', currency: { $field: 'editors' } }, ['D061 currency.$field']],
  [{ type: 'money', currency: { $field: 'author' } }, ['D061 currency.$field']],
  [{ type: 'money', currency: { $field: 'state' } }, ['D062 currency.$field']],
])('a field %j has the problems %j', (cost, problems) => {
  expect(problemsWith(cost)).toEqual(problems);
});
