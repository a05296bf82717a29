import { z } from 'zod';
import type { PlanText as Text } from '../fields/problems/plan-text.ts';
import { text } from './parts.ts';

const nested = z.lazy(() => PlanText);

/** A sentence as the key of its text in every language, with the values for the placeholders. */
export const PlanText: z.ZodType<Text> = z
  .object({
    key: text,
    params: z.record(text, z.union([text, z.number(), nested, z.array(nested)])),
  })
  .meta({ id: 'PlanText' });
