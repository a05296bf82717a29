import english from 'ra-language-english';
import { expectations, type Expectation } from '../../../fields/problems/expectations.ts';
import { problemTexts, type ProblemCode } from '../../../fields/problems/problem-codes.ts';
import { components } from './components.ts';
import { filterWords } from './filter-words.ts';
import { grid } from './grid.ts';
import { operators } from './operators.ts';
import { records } from './records.ts';
import { rows } from './rows.ts';
import { shell } from './shell.ts';
import { undo } from './undo.ts';
import { values } from './values.ts';

const problems: Record<ProblemCode, string> = {
  ...problemTexts,
  // A user needs to know that nothing is lost; a program gets its own words.
  S005: 'the server is busy or cannot reach its database right now. Your text is kept. Try again in a moment.',
};
const expected: Record<Expectation, string> = expectations;

export const texts = {
  ra: english.ra,
  ...components,
  ...shell,
  ...records,
  ...grid,
  ...filterWords,
  ...operators,
  ...rows,
  ...undo,
  ...values,
  problems,
  expected,
};

export type Messages = typeof texts;
