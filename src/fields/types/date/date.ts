import { z } from 'zod';
import { valueCheck } from '../../problems/value-check.ts';
import { readShownDate, showDate } from '../../text/date-format.ts';
import { defineFieldType } from '../../type/field-type.ts';
import { equality, order } from '../../type/operators.ts';

/** A day that exists. PostgreSQL counts from the year 1, ISO 8601 from the year 0. */
const dateRule = z.iso
  .date()
  .check(
    valueCheck((value) =>
      value.startsWith('0000') ? { code: 'V011', params: { expected: 'date' } } : undefined,
    ),
  );

export const date = defineFieldType({
  settings: z.strictObject({}),
  column: () => ({ sql: 'date' }),
  value: () => dateRule,
  filter: { operators: [...equality, ...order], operand: () => dateRule },
  text: {
    write: (value: string) => value,
    words: showDate,
    // Files from German offices write `21.11.2026`, which has only one meaning.
    read: (written) => readShownDate(written) ?? written.trim(),
    cell: (cell) => cell.toISOString().slice(0, 10),
  },
  computed: { gives: 'date', without: [] },
  facet: 'years',
  arranges: 'calendar',
  examples: [
    {
      settings: {},
      valid: ['2026-11-21', '2024-02-29', '0001-01-01', '9999-12-31'],
      invalid: [
        '2023-02-29',
        '2026-13-01',
        '0000-01-01',
        '21.11.2026',
        '2026-11-21T00:00:00Z',
        20261121,
      ],
    },
  ],
});
