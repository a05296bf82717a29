import type { Problem } from '../../fields/problem.ts';
import { refuse, type Refusal } from '../refusal.ts';

/** A question that is not understood (400), or asks by a field the role may not read (403, whatever else is wrong). */
export function refuseQuery(problems: readonly Problem[]): Refusal {
  const hidden = problems.filter(({ code }) => code === 'A007');
  return refuse(hidden.length > 0 ? hidden : problems, { status: hidden.length > 0 ? 403 : 400 });
}
