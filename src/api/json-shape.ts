import { problem, type Problem } from '../fields/problem.ts';
import { isStorable } from '../fields/storable-text.ts';

/** So many are told; nobody mends more at a time. */
const MOST_PROBLEMS = 100;

/** Texts, and keys, with characters PostgreSQL cannot keep. JSON that is UTF-8 has them only as escapes like these. */
export function findUnstorableTexts(json: string, value: unknown): Problem[] {
  if (!/\\u(?:0000|d[89a-f])/i.test(json)) return [];
  return [...findUnstorable(value, '').take(MOST_PROBLEMS)];
}

function* findUnstorable(value: unknown, path: string): Generator<Problem> {
  if (typeof value === 'string' && !isStorable(value)) yield problem('V013', path);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (!isStorable(key)) yield problem('V013', path);
    else yield* findUnstorable(member, path === '' ? key : `${path}.${key}`);
  }
}
