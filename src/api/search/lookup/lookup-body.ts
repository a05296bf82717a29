import { z } from 'zod';
import { ensure, type Finding } from '../../../fields/ensure.ts';

/** So many at once; who has more asks again. */
const MOST_VALUES = 1_000;
/** Of all together: each is looked for in seven spellings. */
const MOST_CHARACTERS = 100_000;

export const lookupBody = z.strictObject({
  values: z
    .array(z.string().max(500))
    .min(1)
    .max(MOST_VALUES)
    .check(ensure(findTooLong))
    .describe('The values to look up: numbers, names or identifiers as people write them.'),
  fields: z
    .array(z.string())
    .min(1)
    .max(20)
    .describe('The fields to search; each holds one value or a list of texts.'),
});

function findTooLong(values: readonly string[]): Finding | undefined {
  const length = values.reduce((sum, value) => sum + value.length, 0);
  return length > MOST_CHARACTERS ? { code: 'V003', params: { max: MOST_CHARACTERS } } : undefined;
}
