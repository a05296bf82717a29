import { describe, expect, test } from 'vitest';
import type { PlanStep } from '../../../src/contract/meta.ts';
import {
  applyCommand,
  missingConsent,
  type Consent,
} from '../../../src/store/schema/plan/consent.ts';

const finding = (count: number) => ({ count, sample: [] });
const step = (id: string, more: object = {}): PlanStep =>
  ({ id, class: 'additive', sentence: `${id} happens`, ...more }) as PlanStep;
const planOf = (...steps: PlanStep[]) => ({ hash: 'h1', steps }) as never;
const none: Consent = { rewrite: false, destructive: false, named: new Set() };

const rewriting = step('r', { class: 'rewriting' });
const losing = step('l', { class: 'rewriting', lost: finding(2) });
const dropping = step('d', { class: 'destructive', optional: true });
const certain = step('c', { class: 'destructive' });
const conflicting = step('v', { violations: finding(1) });
const refused = step('o', { class: 'rewriting', optional: true, violations: finding(1) });

describe('a plan is applied when the person has agreed to', () => {
  test.each<[string, PlanStep, Partial<Consent>, string[]]>([
    ['nothing', step('a'), {}, []],
    ['another plan', step('a'), { plan: 'h2' }, [expect.stringMatching(/has changed since/)]],
    ['rewriting', rewriting, { plan: 'h1', rewrite: true }, []],
    ['no rewriting', rewriting, {}, ['r: r happens; allow it with --allow-rewrite']],
    ['no plan', step('a'), { rewrite: true }, [expect.stringMatching(/require --plan/)]],
    ['no plan to drop', dropping, { destructive: true }, [expect.stringMatching(/quire --plan/)]],
    ['a step it lacks', step('a'), { named: new Set(['x']) }, ['The plan has no step x']],
    ['its step', losing, { plan: 'h1', rewrite: true, named: new Set(['l']) }, []],
    [
      'a loss that is not named',
      losing,
      { plan: 'h1', rewrite: true },
      ['l: l happens, but this cannot convert 2 values; name the step to continue without them'],
    ],
    ['an optional step it leaves out', dropping, {}, []],
    [
      'a step without what it needs',
      dropping,
      { named: new Set(['d']) },
      ['d: d happens; allow it with --allow-destructive d'],
    ],
    ['a step with it', dropping, { plan: 'h1', destructive: true, named: new Set(['d']) }, []],
    ['what cannot be left out', certain, { plan: 'h1', destructive: true }, ['c: c happens']],
    ['a conflict', conflicting, {}, ['v: v happens, but this conflicts with 1 record']],
    ['a conflict left out', refused, {}, []],
    [
      'a conflict it names',
      refused,
      { named: new Set(['o']) },
      ['o: o happens, but this conflicts with 1 record'],
    ],
  ])('%s', (_, one, consent, expected) => {
    expect(missingConsent(planOf(one), { ...none, ...consent })).toEqual(expected);
  });
});

test('a drop that could be a rename needs consent of a user who has not seen the plan', () => {
  const likely = (isNew: boolean) => step('d', { likely: [{ name: 'n', isNew }], optional: true });

  expect(missingConsent(planOf(likely(true)), none)).toEqual([
    expect.stringMatching(/; if not, apply with --plan and the hash npx backoffice plan prints$/),
  ]);
  expect(missingConsent(planOf(likely(false)), none)).toEqual([]);
  expect(missingConsent(planOf(likely(true)), { ...none, plan: 'h1' })).toEqual([]);
});

test.each<[string | undefined, PlanStep[]]>([
  ['', [step('a'), dropping]],
  [' --allow-rewrite', [rewriting, step('a', { lost: finding(1) })]],
  [' --allow-rewrite l', [step('a'), losing, rewriting, dropping]],
  // A person has to correct records first, so there is no command to paste.
  [undefined, [rewriting, conflicting]],
])('the command that applies it ends with "%s"', (end, steps) => {
  expect(applyCommand(planOf(...steps))).toBe(
    end === undefined ? undefined : `npx backoffice apply --plan h1${end}`,
  );
});
