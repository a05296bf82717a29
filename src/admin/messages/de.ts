import { expected, problems } from '../../fields/german-problems.ts';
import { ra } from './de/react-admin.ts';
import { grid } from './de/grid.ts';
import { records } from './de/records.ts';
import { rows } from './de/rows.ts';
import { shell } from './de/shell.ts';
import { structure } from './de/structure.ts';
import { values } from './de/values.ts';
import type { Messages } from './en/app.ts';

export const de = {
  ra,
  ...shell,
  ...records,
  ...grid,
  ...rows,
  ...structure,
  ...values,
  problems,
  expected,
} satisfies Messages;
