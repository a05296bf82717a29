import { z } from 'zod';
import { kindNames, type Kind } from './kinds.ts';

const text = (most: number) => z.string().min(1).max(most);

const about = {
  kind: z.enum(kindNames as [Kind, ...Kind[]]),
  /** As it was printed. */
  term: text(10_000),
  cas: z.string().max(1_000).nullish(),
};

/** What somebody decided about a term. */
export const decisionBody = z.discriminatedUnion('decision', [
  z.strictObject({
    ...about,
    decision: z.literal('approve'),
    target: text(200),
    targetName: text(500).nullish(),
    method: z.enum(['exact', 'cas', 'synonym', 'manual']).default('manual'),
  }),
  z.strictObject({ ...about, decision: z.literal('reject') }),
  z.strictObject({ ...about, decision: z.literal('keep'), mapping: text(64) }),
]);

export type Decision = z.infer<typeof decisionBody>;
