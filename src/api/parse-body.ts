import type { z } from 'zod';
import { isObject } from '../descriptor/json-object.ts';
import { problem, type Problem } from '../fields/problem.ts';
import { valueProblems } from '../fields/value-problems.ts';
import type { Call } from './call.ts';
import { isRefusal, refuse, type Refusal } from './refusal.ts';

/** The body of a call whose form is ours, not a resource's: read, then held against its schema. */
export async function parseBody<Body>(
  call: Call,
  schema: z.ZodType<Body>,
): Promise<{ value: Body } | Refusal> {
  const body = await call.readJson();
  if (isRefusal(body)) return body;
  const parsed = schema.safeParse(body.value);
  if (parsed.success) return { value: parsed.data };
  return refuse(valueProblems(parsed.error, '').map((each) => sayMissing(each, body.value)));
}

/** A member left out is missing rather than of a wrong type. */
function sayMissing(found: Problem, body: unknown): Problem {
  const missing = isObject(body) && found.path !== '' && body[found.path] === undefined;
  return missing ? problem('V001', found.path) : found;
}
