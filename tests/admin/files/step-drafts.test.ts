import { describe, expect, test } from 'vitest';
import {
  idOfStep,
  moveStep,
  problemsOfSteps,
  replaceStep,
  stepsOfColumn,
  toSentSteps,
} from '../../../src/admin/files/steps/step-drafts.ts';
import { problem } from '../../../src/fields/problems/problem.ts';
import { isReadByStep, type Step } from '../../../src/files/steps/step.ts';

const trim: Step = { do: 'trim', column: 'A' };
const other: Step = { do: 'trim', column: 'Z' };
const split: Step = { do: 'split', column: 'A', separator: ',', into: ['B', 'C'] };
const upper: Step = { do: 'case', column: 'B', to: 'upper' };
const join: Step = { do: 'join', columns: ['B', 'Z'], separator: ' ', into: 'D' };
const steps = [trim, other, split, upper, join];

describe('the steps of an import on the screen', () => {
  test('are listed at each column that they read or write', () => {
    expect(stepsOfColumn(steps, 'A')).toEqual([trim, split]);
    expect(stepsOfColumn(steps, 'B')).toEqual([split, upper, join]);
    expect(stepsOfColumn(steps, 'D')).toEqual([join]);
  });

  test('move within their column, past the steps of other columns', () => {
    const shown = stepsOfColumn(steps, 'A');

    expect(moveStep(steps, split, { by: -1, shown })).toEqual([split, trim, other, upper, join]);
    expect(moveStep(steps, trim, { by: 1, shown })).toEqual([other, split, trim, upper, join]);
    expect(moveStep(steps, trim, { by: -1, shown })).toEqual(steps);
  });

  test('keep their name while they are edited', () => {
    const changed: Step = { ...split, separator: ';' };
    const id = idOfStep(split);

    const now = replaceStep(steps, split, changed);

    expect(now).toEqual([trim, other, changed, upper, join]);
    expect(idOfStep(now[2]!)).toBe(id);
    expect(idOfStep(trim)).not.toBe(id);
  });

  test.each<Step>([
    { do: 'replace', column: 'A', find: '', by: 'b' },
    { do: 'remove', column: 'A', prefix: '', suffix: '' },
    { do: 'take', column: 'A', after: '', before: '' },
    { do: 'part', column: 'A', separator: '', number: 1 },
    { do: 'part', column: 'A', separator: ',', number: 0 },
    { do: 'part', column: 'A', separator: ',', number: Number.NaN },
    { do: 'split', column: 'A', separator: ',', into: ['B', ''] },
    { do: 'split', column: 'A', separator: ',', into: ['B', 'B'] },
    { do: 'join', columns: ['A'], separator: '', into: '' },
  ])('are not sent while they lack a part: %j', (step) => {
    expect(toSentSteps([trim, step])).toEqual([{ step: trim, sent: trim }]);
  });

  test.each<[Step, Step]>([
    [
      { do: 'number', column: 'A', decimal: ',', units: [], qualifier: '', range: undefined },
      { do: 'number', column: 'A', decimal: ',' },
    ],
    [
      {
        do: 'map',
        column: 'A',
        values: [
          ['m', 'male'],
          ['', ''],
        ],
        others: 'warn',
      },
      { do: 'map', column: 'A', values: [['m', 'male']], others: 'warn' },
    ],
  ])('are sent without empty parts: %j', (step, sent) => {
    expect(toSentSteps([step])).toEqual([{ step, sent }]);
  });

  test('get the problems that an answer names by index', () => {
    const found = problemsOfSteps(
      [problem('V001', 'steps.1.find'), problem('V001', 'layout')],
      [trim, split],
    );

    expect([...found]).toEqual([[idOfStep(split), [expect.objectContaining({ path: 'find' })]]]);
  });

  test('write numbers and dates in the usual format if no step follows', () => {
    const number: Step = { do: 'number', column: 'A', decimal: ',', qualifier: 'S' };

    expect(isReadByStep([number], 'A')).toBe(true);
    expect(isReadByStep([number], 'S')).toBe(false);
    expect(isReadByStep([number, trim], 'A')).toBe(false);
    expect(isReadByStep([], 'A')).toBe(false);
  });
});
