import { expected } from '../../../fields/problems/german-expected.ts';
import { problems } from '../../../fields/problems/german-problems.ts';
import { ra } from './app/react-admin.ts';
import { components } from './app/components.ts';
import { filterWords } from './app/filter-words.ts';
import { grid } from './app/grid.ts';
import { operators } from './app/operators.ts';
import { records } from './app/records.ts';
import { rows } from './app/rows.ts';
import { shell } from './app/shell.ts';
import { undo } from './app/undo.ts';
import { values } from './app/values.ts';
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
