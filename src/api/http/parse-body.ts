import type { z } from 'zod';
import { isObject } from '../../descriptor/json-object.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import { valueProblems } from '../../fields/value-problems.ts';
import type { Call } from './call.ts';
import { isRefusal, refuse, type Refusal } from './refusal.ts';

/** The body of a call whose form is ours, not a resource's: read, then held against its schema. */
export async function parseBody<Body>(
  call: Call,
  schema: z.ZodType<Body>,
): Promise<{ value: Body } | Refusal> {
  const body = await call.readJson();
  return isRefusal(body) ? body : parseValue(body.value, schema);
}

/** A value of such a body, already read. */
export function parseValue<Body>(
  value: unknown,
  schema: z.ZodType<Body>,
): { value: Body } | Refusal {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  return refuse(valueProblems(parsed.error, '').map((each) => sayMissing(each, value)));
}

/** A member left out is missing rather than of a wrong type. */
function sayMissing(found: Problem, body: unknown): Problem {
  const missing = found.path !== '' && isObject(body) && valueAt(body, found.path) === undefined;
  return missing ? problem('V001', found.path) : found;
}

function valueAt(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inside, key) => (inside as Record<string, unknown> | null)?.[key], body);
}
