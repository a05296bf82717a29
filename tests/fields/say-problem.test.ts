import { expect, it } from 'vitest';
import { z } from 'zod';
import { problemWords } from '../../src/fields/problems/problem-words.ts';
import { problem } from '../../src/fields/problems/problem.ts';
import { toProblemText } from '../../src/fields/problems/problem-text.ts';
import { valueProblems } from '../../src/fields/problems/value-problems.ts';

it('names in German the resource that does not support a method', () => {
  const found = problem('Q014', '', { method: 'GET' });

  expect(toProblemText(found, problemWords.de)).toBe('der Pfad unterstützt GET nicht');
});

it.each([
  ['en', 'is not a number that begins with 979'],
  ['de', 'ist nicht gültig: erwartet wird eine Zahl, die mit 979 beginnt'],
] as const)(
  'fills the settings of a field into the phrase of what is expected: %s',
  (language, text) => {
    const phrase = {
      en: 'a number that begins with {prefix}',
      de: 'eine Zahl, die mit {prefix} beginnt',
    };
    const words = { ...problemWords[language], expected: { numberOfGroup: phrase[language] } };
    const found = problem('V011', '', { expected: 'numberOfGroup', prefix: '979' });

    expect(toProblemText(found, words)).toBe(text);
  },
);

it('names the pattern that a text does not match if a rule has no other text', () => {
  const { error } = z
    .string()
    .regex(/^T-\d+$/)
    .safeParse('1');

  const [found] = valueProblems(error!, 'ticket');

  expect(found).toMatchObject({ code: 'V007', message: 'does not match the pattern ^T-\\d+$' });
});

it('shows a problem of a newer server, with an unknown code, in the words of the server', () => {
  const problem = { code: 'V999', message: 'is not a colour' };

  expect(toProblemText(problem, problemWords.de)).toBe('is not a colour');
});
