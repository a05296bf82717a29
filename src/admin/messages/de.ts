import { expected, problems } from './de/problems.ts';
import { ra } from './de/react-admin.ts';
import { records } from './de/records.ts';
import { shell } from './de/shell.ts';
import type { Messages } from './en.ts';

export const de = { ra, ...shell, ...records, problems, expected } satisfies Messages;
