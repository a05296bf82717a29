import { describe, expect, test } from 'vitest';
import {
  fitScale,
  moveBy,
  toActual,
  whole,
  zoomAt,
} from '../../../src/admin/viewer/picture/zoom.ts';

const stage = { frame: { width: 800, height: 600 }, picture: { width: 3_200, height: 1_200 } };
const centre = { x: 0, y: 0 };

describe('a picture', () => {
  test('fits the window, and is not enlarged if it is small', () => {
    expect(fitScale(stage)).toBe(0.25);
    expect(fitScale({ ...stage, picture: { width: 80, height: 60 } })).toBe(1);
  });

  test('stays under the pointer while it zooms', () => {
    const point = { x: 200, y: 50 };
    const before = zoomAt(whole, 4, stage, centre);

    const after = zoomAt(before, 2, stage, point);

    const under = (view: typeof whole) => (point.x - view.x) / view.zoom;
    expect(under(after)).toBeCloseTo(under(before));
  });

  test('cannot be moved out of the frame', () => {
    const view = zoomAt(whole, 4, stage, centre);

    expect(moveBy(view, { x: 99_999, y: -99_999 }, stage)).toEqual({ zoom: 4, x: 1_200, y: -300 });
    expect(moveBy(whole, { x: 50, y: 50 }, stage)).toEqual(whole);
  });

  test('zooms in to eight times its pixels and out to its full size in the window', () => {
    expect(zoomAt(whole, 1_000, stage, centre).zoom).toBe(32);
    expect(zoomAt(whole, 0.001, stage, centre)).toEqual(whole);
  });

  test('has at 100 % one screen pixel for each of its own', () => {
    expect(toActual(whole, stage, centre).zoom * fitScale(stage)).toBe(1);
  });
});
