import { expect, test } from 'vitest';
import { toSpans } from '../../../src/admin/record/record-layout.ts';
import { libraryDescriptor } from '../../support/library.ts';

type Width = 'narrow' | 'middle' | 'wide';

test.each<[string, Width[], number[]]>([
  ['puts four narrow fields in a row', ['narrow', 'narrow', 'narrow', 'narrow'], [3, 3, 3, 3]],
  ['gives a wide field a row of its own', ['narrow', 'wide', 'narrow'], [3, 12, 3]],
  ['puts two others beside each other', ['middle', 'middle', 'middle'], [6, 6, 6]],
  [
    'lets the broader one fill a row that would end early',
    ['narrow', 'middle', 'wide'],
    [3, 9, 12],
  ],
  ['leaves a row of narrow ones as it is', ['narrow', 'narrow', 'wide'], [3, 3, 12]],
  ['leaves a field that stands alone as it is', ['middle', 'wide'], [6, 12]],
])('%s', (_, widths, expected) => {
  const fields = [...libraryDescriptor().resources.get('books')!.fields.values()].slice(
    0,
    widths.length,
  );

  const spans = toSpans(fields, (field) => widths[fields.indexOf(field)]!);

  expect(fields.map((field) => spans.get(field))).toEqual(expected);
});
