import { expect, it } from 'vitest';
import { problemWords } from '../../src/fields/problem-words.ts';
import { toProblemText } from '../../src/fields/problem-text.ts';

it('says a problem of a newer server, whose code is unknown here, in the words of the server', () => {
  const problem = { code: 'V999', message: 'is not a colour' };

  expect(toProblemText(problem, problemWords.de)).toBe('is not a colour');
});
