import { expect, test } from 'vitest';
import { toPins } from '../../../../src/admin/list/grid/columns/to-pins.ts';

const pins = ['left', 'left', undefined, undefined, 'right', 'right'] as const;
const none = [undefined, undefined, undefined, undefined, undefined, undefined];

test.each([
  ['all fit', 700, [...pins]],
  ['the table does not scroll', 1_100, [...pins]],
  ['only the left ones fit', 500, ['left', 'left', ...none.slice(2)]],
  ['only one fits', 320, ['left', ...none.slice(1)]],
  ['the first one would take most of the room', 180, none],
])('columns stay pinned while they leave half of the width: %s', (_, room, expected) => {
  const sizes = [100, 120, 300, 300, 60, 50];

  expect(toPins(pins, sizes, room)).toEqual(expected);
});

test('among the columns pinned at the right, the last ones stay', () => {
  expect(toPins(pins, [100, 120, 300, 300, 60, 50], 550)).toEqual([
    'left',
    'left',
    undefined,
    undefined,
    undefined,
    'right',
  ]);
});

test('before the width is measured, the chosen columns are pinned', () => {
  expect(toPins(pins, [100, 120, 300, 300, 60, 50], 0)).toEqual([...pins]);
});
