import { expect, test } from 'vitest';
import {
  decide,
  findDecisions,
  stepsBefore,
  undecide,
} from '../../../src/admin/files/steps/decisions.ts';
import type { Step } from '../../../src/files/steps/step.ts';

const trim = { do: 'trim', column: 'a' } as const;
const place = { column: 'a', separator: undefined };

test('a decision is an entry of a table at the end of the steps', () => {
  const once = decide([trim], place, [['x', 'y']]);
  const twice = decide(once, place, [
    ['x', 'z'],
    ['__proto__', 'y'],
  ]);

  expect(once).toEqual([trim, { do: 'map', column: 'a', values: [['x', 'y']] }]);
  expect(twice[1]).toMatchObject({
    values: [
      ['x', 'z'],
      ['__proto__', 'y'],
    ],
  });
  expect(stepsBefore(twice, findDecisions(twice, 'a', undefined))).toEqual([trim]);
});

test.each<[string, Step]>([
  ['a later step changes the column again', trim],
  ['the table changes other values', { do: 'map', column: 'a', values: [], others: 'empty' }],
  ['the table is for the parts of a list', { do: 'map', column: 'a', values: [], separator: ';' }],
])('a new table holds the decision where %s', (_why, last) => {
  const steps = [{ do: 'map', column: 'a', values: [['x', 'y']] } as const, last];

  expect(decide(steps, place, [['u', 'v']])).toEqual([
    ...steps,
    { do: 'map', column: 'a', values: [['u', 'v']] },
  ]);
});

test('a table is removed with its last decision', () => {
  const steps = decide([trim], place, [
    ['x', 'y'],
    ['u', 'v'],
  ]);
  const left = undecide(steps, findDecisions(steps, 'a', undefined)!, ['x']);

  expect(left[1]).toMatchObject({ values: [['u', 'v']] });
  expect(undecide(left, findDecisions(left, 'a', undefined)!, ['u'])).toEqual([trim]);
});
