import type { z } from 'zod';
import type { Call } from '../../http/call.ts';
import { parseValue } from '../../http/parse-body.ts';
import { isRefusal, type Refusal } from '../../http/refusal.ts';

/** A body that may be left out where nothing has to be told. */
export async function readTold<Body>(
  call: Call,
  schema: z.ZodType<Body>,
): Promise<{ value: Body } | Refusal> {
  const body = await call.readJson();
  if (!isRefusal(body)) return parseValue(body.value ?? {}, schema);
  return body.refused[0].code === 'Q015' ? parseValue({}, schema) : body;
}
