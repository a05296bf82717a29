import english from 'ra-language-english';
import { expectations, type Expectation } from '../../../fields/problems/expectations.ts';
import { problemTexts, type ProblemCode } from '../../../fields/problems/problem-codes.ts';
import { components } from './app/components.ts';
import { filterWords } from './app/filter-words.ts';
import { grid } from './app/grid.ts';
import { operators } from './app/operators.ts';
import { records } from './app/records.ts';
import { rows } from './app/rows.ts';
import { shell } from './app/shell.ts';
import { undo } from './app/undo.ts';
import { values } from './app/values.ts';

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
