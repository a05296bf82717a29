import type { Problem } from '../../fields/problem.ts';
import { refuse, type Refusal } from '../http/refusal.ts';

/** A question that is not understood; a field the role may not read is like one that is not there. */
export function refuseQuery(problems: readonly Problem[]): Refusal {
  return refuse(problems, { status: 400 });
}
