import { expect, test } from 'vitest';
import { toConsent } from '../../../src/admin/pages/structure/review/review.tsx';
import type { PlanStep } from '../../../src/contract/meta.ts';

const step = (id: string, parts: Partial<PlanStep>): PlanStep => ({
  id,
  class: 'additive',
  sentence: id,
  text: { key: id, params: {} },
  resource: 'books',
  ...parts,
});
const records = { count: 1, sample: [] };
const steps = [
  step('add', {}),
  step('rename', { class: 'rewriting' }),
  step('convert', { class: 'rewriting', lost: records }),
  step('drop', { class: 'destructive', optional: true }),
];
const plan = { hash: 'plan', steps };

test('asks for each step that rewrites, and for none that may be left out', () => {
  expect(toConsent(plan, [])).toMatchObject({ missing: 2, isBlocked: false });
  expect(toConsent(plan, ['rename', 'convert'])).toEqual({
    missing: 0,
    isBlocked: false,
    allowRewrite: true,
    allowDestructive: ['convert'],
  });
});

test('names each allowed step that loses something', () => {
  const { allowDestructive } = toConsent(plan, ['rename', 'convert', 'drop']);

  expect(allowDestructive).toEqual(['convert', 'drop']);
});

test.each([
  ['records prevent', step('a', { violations: records }), [], true],
  ['drops what cannot be left out', step('a', { class: 'destructive' }), ['a'], true],
  [
    'records prevent, if it is left out',
    step('a', { class: 'rewriting', optional: true, violations: records }),
    [],
    false,
  ],
])('cannot carry out a step that %s', (_, each, allowed, isBlocked) => {
  expect(toConsent({ ...plan, steps: [each] }, allowed).isBlocked).toBe(isBlocked);
});
