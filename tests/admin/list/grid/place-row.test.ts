import { expect, test } from 'vitest';
import { placeRow } from '../../../../src/admin/list/grid/place-row.ts';

type Places = readonly (number | null)[];

const placed = (places: Places, moved: number): Places => {
  const changes = placeRow(places, moved);
  return places.map((place, at) => changes.get(at) ?? place);
};

test.each<[string, Places, number, Places]>([
  ['between two others', [1, 9, 2, 3], 1, [1, 1.5, 2, 3]],
  ['before the first', [9, 1, 2], 0, [0, 1, 2]],
  ['before a first that is negative', [9, -3], 0, [-4, -3]],
  ['after the last', [1, 2, 0], 2, [1, 2, 3]],
  ['before those without a place', [1, 9, null, null], 1, [1, 2, null, null]],
  ['after one without a place', [1, null, 9, null], 2, [1, 2, 3, null]],
  ['where none has a place', [null, null, null], 1, [1, 2, null]],
  ['to the top where none has a place', [null, null], 0, [1, null]],
  ['alone', [null], 0, [1]],
  ['between two of the same place', [1, 9, 1, 2], 1, [1, 1 + 1 / 3, 1 + 2 / 3, 2]],
])('a record moved %s has a place there', (_, places, moved, expected) => {
  const rounded = placed(places, moved).map((place) =>
    place === null ? null : Number(place.toFixed(10)),
  );
  expect(rounded).toEqual(
    expected.map((place) => (place === null ? null : Number(place.toFixed(10)))),
  );
});

test('there is room for a thousand records at one place, and they change few others', () => {
  let places: Places = [1, 2, 3, 4];
  let changed = 0;
  for (let at = 0; at < 1000; at += 1) {
    const next = places.toSpliced(1, 0, null);
    changed += placeRow(next, 1).size;
    places = placed(next, 1);
    expect(places.every((place, index) => index === 0 || place! > places[index - 1]!)).toBe(true);
  }
  expect(changed).toBeLessThan(10_000);
});
