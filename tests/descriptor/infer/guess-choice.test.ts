import { expect, it } from 'vitest';
import { guessType } from '../../../src/descriptor/infer/guess-type.ts';

const choices = (count: number) => Array.from({ length: count }, (_, at) => `term ${at}`);

it.each([
  [10, 3, 'choice'],
  [9, 3, undefined],
  [12, 4, 'choice'],
  [11, 4, undefined],
  [10, 2, 'choice'],
  [10, 1, undefined],
  [36, 12, 'choice'],
  [39, 13, undefined],
])('%d values with %d different ones are guessed as %s', (count, different, type) => {
  const terms = choices(different);
  const values = Array.from({ length: count }, (_, at) => terms[at % different]!);

  const guess = guessType({
    name: 'c',
    values,
    distinct: new Set(values),
    rows: count,
    isWritten: true,
  });

  expect(guess?.declaration['type'] === 'choice' ? 'choice' : undefined).toBe(type);
});
