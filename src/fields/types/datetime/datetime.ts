import { z } from 'zod';
import { momentRule } from '../../text/moment-rule.ts';
import { showDateTime } from '../../text/date-format.ts';
import { defineFieldType } from '../../type/field-type.ts';
import { problem, type Problem } from '../../problems/problem.ts';
import { readCellTime } from '../../text/time-zone.ts';
import { equality, order } from '../../type/operators.ts';

/** RFC 3339 with any offset, stored in UTC with milliseconds: one moment has one text. */
const dateTimeRule = momentRule.overwrite(toUtc);

export const datetime = defineFieldType({
  settings: z.strictObject({}),
  column: () => ({ sql: 'timestamptz' }),
  value: () => dateTimeRule,
  filter: {
    operators: [...equality, ...order],
    operand: () => dateTimeRule,
  },
  text: {
    write: (value: string) => value,
    words: (value: string, _, { timeZone }) => showDateTime(value, timeZone),
    read: (written) => written.trim(),
    cell: (cell, _, timeZone) => readCellTime(cell, timeZone).moment.toISOString(),
    warnOfCell,
  },
  computed: { gives: 'datetime', without: [] },
  facet: 'years',
  arranges: 'calendar',
  examples: [
    {
      settings: {},
      valid: ['2026-11-21T13:45:00Z', '2026-11-21T14:45:00.123+01:00', '2024-02-29T23:59:59.999Z'],
      invalid: [
        '2026-11-21',
        '2026-11-21T13:45:00',
        '2023-02-29T00:00:00Z',
        '2026-11-21T24:00:00Z',
        '0000-06-01T00:00:00Z',
        '9999-12-31T23:59:59-12:00',
        1_795_000_000,
      ],
    },
  ],
});

/** A clock shows some times twice in autumn and skips some in spring, and a cell does not say which moment it means. */
function warnOfCell(cell: Date, timeZone: string): Problem | undefined {
  const { moment, exists, isTwice } = readCellTime(cell, timeZone);
  if (exists && !isTwice) return undefined;
  const value = cell.toISOString().slice(0, -5).replace('T', ' ');
  return problem('I106', '', { value, timeZone, moment: moment.toISOString() });
}

function toUtc(value: string): string {
  const time = Date.parse(value);
  return Number.isNaN(time) ? value : new Date(time).toISOString();
}
