import { expect, test } from 'vitest';
import { readableOn } from '../../src/fields/chemistry/readable-color.ts';

test.each([
  ['light', [255, 255, 0], 'rgb(102,102,0)'],
  ['light', [30, 0, 0], 'rgb(30,0,0)'],
  ['light', [0, 0, 0], 'rgb(0,0,0)'],
  ['dark', [0, 0, 0], 'rgb(230,230,230)'],
  ['dark', [255, 255, 0], 'rgb(255,255,0)'],
  ['dark', [0, 0, 255], 'rgb(128,128,255)'],
] as const)('on a %s background %j is drawn as %s', (ground, color, drawn) => {
  expect(readableOn(ground, color)).toBe(drawn);
});
