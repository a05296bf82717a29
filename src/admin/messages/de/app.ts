import { expected } from '../../../fields/problems/german-expected.ts';
import { problems } from '../../../fields/problems/german-problems.ts';
import { ra } from './react-admin.ts';
import { components } from './components.ts';
import { filterWords } from './filter-words.ts';
import { grid } from './grid.ts';
import { operators } from './operators.ts';
import { records } from './records.ts';
import { rows } from './rows.ts';
import { shell } from './shell.ts';
import { undo } from './undo.ts';
import { values } from './values.ts';
import type { Messages } from '../en/app.ts';
import type { Translated } from '../../../fields/problems/translated.ts';

export const texts = {
  ra,
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
} satisfies Translated<Messages>;
