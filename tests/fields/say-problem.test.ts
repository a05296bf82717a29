import { expect, it } from 'vitest';
import { problemWords } from '../../src/fields/problem-words.ts';
import { problem } from '../../src/fields/problem.ts';
import { toProblemText } from '../../src/fields/problem-text.ts';

it('says in German of what a method is not supported', () => {
  const found = problem('Q014', '', { method: 'GET' });

  expect(toProblemText(found, problemWords.de)).toBe('der Pfad unterstützt GET nicht');
});

it('says a problem of a newer server, whose code is unknown here, in the words of the server', () => {
  const problem = { code: 'V999', message: 'is not a colour' };

  expect(toProblemText(problem, problemWords.de)).toBe('is not a colour');
});
