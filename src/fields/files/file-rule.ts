import { z } from 'zod';
import type { FileValue } from './file-value.ts';
import { recordIdPattern } from '../text/record-id.ts';
import { storable } from '../text/storable-text.ts';
import { valueCheck } from '../problems/value-check.ts';

/** A file as a record has it or, before it is written, only its `id`. */
export type NamedFile = Pick<FileValue, 'id'> & Partial<FileValue>;

const text = z.string().max(1_000).check(storable);

const named = z.strictObject({
  id: z.string().regex(recordIdPattern),
  name: text.optional(),
  type: text.optional(),
  size: z.int().min(0).optional(),
  sha256: text.optional(),
  title: text.nullish(),
});

const anyText = { type: 'string', maxLength: 1_000 } as const;
/** The same rule as JSON Schema. Made by hand, because a page of the app would load what makes it. */
const asObject = {
  type: 'object',
  required: ['id'],
  additionalProperties: false,
  properties: {
    id: { type: 'string', pattern: recordIdPattern.source },
    name: anyText,
    type: anyText,
    size: { type: 'integer', minimum: 0 },
    sha256: anyText,
    title: { type: ['string', 'null'], maxLength: 1_000 },
  },
} as const;

/** A write names a file by its `id`: the text, or the file as a record has it. */
export const fileRule = z
  .unknown()
  .check(
    valueCheck((given) =>
      named.safeParse(toNamed(given)).success
        ? undefined
        : { code: 'V002', params: { expected: 'file' } },
    ),
  )
  .overwrite(toNamed)
  .meta({ anyOf: [{ type: 'string', pattern: recordIdPattern.source }, asObject] });

function toNamed(given: unknown): unknown {
  return typeof given === 'string' ? { id: given } : given;
}

/** The file that the record already has, if a write names it; otherwise the file as it is named. */
export function settleFile(file: object, stored: readonly unknown[]): unknown {
  return stored.find((each) => typeof each === 'object' && isOf(file, each)) ?? file;
}

/** Whether a write names this file and claims nothing else about it. */
function isOf(file: object, stored: object | null): boolean {
  const members = new Map<string, unknown>(Object.entries(stored ?? {}));
  return Object.entries(file).every(
    ([key, value]) => (members.get(key) ?? null) === (value ?? null),
  );
}
