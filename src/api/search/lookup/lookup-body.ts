import { z } from 'zod';
import { ensure, type Finding } from '../../../fields/ensure.ts';

/** So many at once; who has more asks again. */
export const MOST_VALUES = 1_000;
/** Of all together: each is looked for in seven spellings. */
const MOST_CHARACTERS = 100_000;

export const lookupBody = z.strictObject({
  values: z
    .array(z.string().max(500))
    .min(1)
    .max(MOST_VALUES)
    .check(ensure(findTooLong))
    .describe('What is looked for: numbers, names, identifiers as somebody wrote them.'),
  fields: z
    .array(z.string())
    .min(1)
    .max(20)
    .describe('The fields it may stand in, each of one value or of a list of texts.'),
});

function findTooLong(values: readonly string[]): Finding | undefined {
  const length = values.reduce((sum, value) => sum + value.length, 0);
  return length > MOST_CHARACTERS ? { code: 'V003', params: { max: MOST_CHARACTERS } } : undefined;
}
