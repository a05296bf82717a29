import { describe, expect, test } from 'vitest';
import {
  anchorAt,
  PAGE_GAP,
  layoutPages,
  pageAt,
  pageRead,
  pagesNear,
  scaleOf,
  topOf,
} from '../../../src/admin/viewer/pdf/page-layout.ts';

const paper = { width: 800, height: 1_000 };
const hundred = layoutPages(
  Array.from({ length: 100 }, () => paper),
  1,
);

describe('the pages of a document', () => {
  test('are below each other, each with space around', () => {
    const { tops, width, height } = layoutPages([paper, { width: 1_000, height: 500 }], 0.5);

    expect(tops).toEqual([PAGE_GAP, PAGE_GAP + 500 + PAGE_GAP]);
    expect([width, height]).toEqual([
      500 + 2 * PAGE_GAP,
      PAGE_GAP + 500 + PAGE_GAP + 250 + PAGE_GAP,
    ]);
  });

  test('are drawn only near the view, even in a long document', () => {
    const top = topOf(hundred, { page: 50, part: 0 });

    expect(pagesNear(hundred, top, 900)).toEqual([49, 51]);
    expect(pagesNear(hundred, 0, 900)).toEqual([0, 1]);
    expect(pagesNear(hundred, hundred.height - 900, 900)).toEqual([98, 99]);
  });

  test.each([
    [0, 0],
    [PAGE_GAP, 0],
    [PAGE_GAP + 1_000, 0],
    [2 * PAGE_GAP + 1_000, 1],
    [9_999_999, 99],
  ])('show at the height %i the page %i', (y, page) => {
    expect(pageAt(hundred, y)).toBe(page);
  });

  test('make the page that was opened the current one', () => {
    for (const page of [0, 1, 41, 98]) {
      const top = topOf(hundred, { page, part: 0 });
      expect(pageRead(hundred, top, 900)).toBe(page);
    }
  });

  test('make the last page the current one at the end, although the one before is larger', () => {
    const low = layoutPages([paper, paper, { width: 800, height: 100 }], 1);

    expect(pageRead(low, low.height - 900, 900)).toBe(2);
  });

  test('keep the reading position when they become larger', () => {
    const anchor = anchorAt(hundred, topOf(hundred, { page: 7, part: 0.25 }));
    const twice = layoutPages(hundred.sizes, 2);

    expect(anchor.page).toBe(7);
    expect(anchor.part).toBeCloseTo(0.25);
    expect(topOf(twice, anchor)).toBeCloseTo(twice.tops[7]! + 500 - PAGE_GAP);
  });
});

test.each([
  ['auto', { width: 3_000, height: 900 }, 1.25],
  ['auto', { width: 400 + 2 * PAGE_GAP, height: 900 }, 0.5],
  ['width', { width: 1_600 + 2 * PAGE_GAP, height: 900 }, 2],
  ['page', { width: 3_000, height: 500 + 2 * PAGE_GAP }, 0.5],
  [3, { width: 300, height: 300 }, 3],
  [99, { width: 300, height: 300 }, 8],
] as const)('show a page by %s in the window', (zoom, room, scale) => {
  expect(scaleOf(zoom, paper, room)).toBeCloseTo(scale);
});
