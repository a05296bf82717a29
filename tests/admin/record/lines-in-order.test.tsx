import { expect, test } from 'vitest';
import type { RaRecord } from 'react-admin';
import { createLines } from '../../../src/admin/record/children/lines.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';

const resource = toDescriptor({
  resources: { lines: { fields: { name: { type: 'text' }, place: { type: 'number' } } } },
}).resources.get('lines')!;

function linesOf(places: Readonly<Record<string, number | null>>) {
  const records = Object.entries(places).map(([id, place]): RaRecord => ({
    id,
    name: id,
    place,
    _version: 1,
  }));
  const lines = createLines(resource, () => undefined, 'place');
  lines.follow(records);
  const keyOf = (id: string) => lines.all().find(({ record }) => record?.id === id)!.key;
  return {
    lines,
    move: (id: string, to: number) => lines.move(keyOf(id), to),
    remove: (id: string) => lines.remove(keyOf(id)),
    shown: () => lines.all().map(({ record }) => record?.id ?? 'new'),
    sent: () => lines.send(),
  };
}

test('a moved line gets the place after its predecessor, and only lines without room move on', () => {
  const { move, shown, sent } = linesOf({ a: 1, b: 2, c: 3, d: 9 });

  move('c', 0);

  expect(shown()).toEqual(['c', 'a', 'b', 'd']);
  expect(sent()).toEqual([
    { _id: 'c', _version: 1, place: 1 },
    { _id: 'a', _version: 1, place: 2 },
    { _id: 'b', _version: 1, place: 3 },
  ]);
});

test('a move into a gap changes one line', () => {
  const { move, sent } = linesOf({ a: 10, b: 20, c: 30 });

  move('c', 1);

  expect(sent()).toEqual([{ _id: 'c', _version: 1, place: 11 }]);
});

test('lines without a place are last, and get one when a line is moved', () => {
  const { move, shown, sent } = linesOf({ x: null, y: null, a: 1 });
  expect(shown()).toEqual(['a', 'x', 'y']);

  move('y', 1);

  expect(shown()).toEqual(['a', 'y', 'x']);
  expect(sent()).toEqual([
    { _id: 'y', _version: 1, place: 2 },
    { _id: 'x', _version: 1, place: 3 },
  ]);
});

test('a new line is last, and a line that will be deleted keeps its place', () => {
  const { lines, move, remove, shown, sent } = linesOf({ a: 1, b: 2, c: 3 });

  lines.add();
  remove('a');
  move('c', 1);

  expect(shown()).toEqual(['a', 'c', 'b', 'new']);
  expect(sent()).toEqual([
    { _id: 'a', _version: 1, _delete: true },
    { _id: 'c', _version: 1, place: 1 },
    { place: 4 },
  ]);
});

test('a new line after one without a place gets none, and stays last', () => {
  const { lines, shown, sent } = linesOf({ a: 1, x: null });

  lines.add();

  expect(shown()).toEqual(['a', 'x', 'new']);
  expect(sent()).toEqual([{}]);
});

test('a draft is restored in its order', () => {
  const first = linesOf({ a: 1, b: 2 });
  first.move('b', 0);
  const second = linesOf({ a: 1, b: 2 });

  second.lines.restore(first.lines.drafts());

  expect(second.shown()).toEqual(['b', 'a']);
});

test('lines that another user moved are shown in the new order', () => {
  const { lines, shown } = linesOf({ a: 1, b: 2 });

  lines.follow([
    { id: 'b', name: 'b', place: 1, _version: 2 },
    { id: 'a', name: 'a', place: 2, _version: 2 },
  ]);

  expect(shown()).toEqual(['b', 'a']);
});
