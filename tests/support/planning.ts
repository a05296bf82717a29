import type { Plan, PlanStep } from '../../src/contract/meta.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openDatabase, type Database } from '../../src/store/connection/database.ts';
import { applyPlan, type PlanOutcome } from '../../src/store/schema/plan/apply-plan.ts';
import { previewPlan } from '../../src/store/schema/plan/make-plan.ts';
import { applyAdditive } from '../../src/store/schema/plan/apply-additive.ts';
import { createTestDatabase } from './database.ts';
import { silent } from './store.ts';

export type Resources = Record<string, object>;

export type Planning = {
  url: string;
  database: Database;
  /** As a server does when it starts; `more`: the other sections of the descriptor. */
  start(resources: Resources, more?: object): Promise<{ refused: string[] }>;
  plan(resources: Resources, more?: object): Promise<Plan>;
  /** With consent to all the plan asks for. */
  apply(resources: Resources, more?: object): Promise<PlanOutcome>;
  rows(text: string): Promise<any[]>;
  close(): Promise<void>;
};

/** A database of its own on which descriptors follow one another. */
export async function openPlanning(): Promise<Planning> {
  const { url, drop } = await createTestDatabase();
  const database = await openDatabase({ url, log: silent });
  const plan = (resources: Resources, more?: object) =>
    previewPlan(database, toDescriptor({ ...more, resources }));
  return {
    url,
    database,
    plan,
    async start(resources, more) {
      const { refused } = await applyAdditive(database, toDescriptor({ ...more, resources }));
      return { refused: refused.map(({ summary }) => summary.sentence) };
    },
    async apply(resources, more) {
      const { hash, steps } = await plan(resources, more);
      const descriptor = toDescriptor({ ...more, resources });
      return applyPlan(database, descriptor, { plan: hash, ...allOf(steps) });
    },
    rows: (text) =>
      database.transaction(async (sql) => (await sql.query(text)).rows, { timeout: 60_000 }),
    async close() {
      await database.close();
      await drop();
    },
  };
}

/** Consent to every step. */
export function allOf(steps: readonly PlanStep[]) {
  const named = steps.filter(({ lost, optional }) => lost ?? optional).map(({ id }) => id);
  return { rewrite: true, destructive: true, named: new Set(named) };
}
