import type { Plan } from '../../../contract/meta.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import type { Database } from '../../connection/database.ts';
import { longChange } from '../tables/lock-tables.ts';
import { makePlan } from './make-plan.ts';

/** The plan, for whoever wants to see it: nothing is locked or changed. */
export async function lookAtPlan(database: Database, descriptor: Descriptor): Promise<Plan> {
  const { hash, steps } = await database.transaction((sql) => makePlan(sql, descriptor), {
    ...longChange,
    readOnly: true,
  });
  return { hash, steps };
}
