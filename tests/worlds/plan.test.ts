import { expect, test } from 'vitest';
import { openDatabase } from '../../src/store/connection/database.ts';
import { applyPlan } from '../../src/store/schema/plan/apply-plan.ts';
import { previewPlan } from '../../src/store/schema/plan/make-plan.ts';
import { createTestDatabase } from '../support/database.ts';
import { allOf } from '../support/planning.ts';
import { silent } from '../support/store.ts';
import { readWorld } from './world.ts';
import { otherWorlds } from './worlds.ts';

test.each(otherWorlds)('$name is planned and applied to an empty database', async (files) => {
  const { declared } = await readWorld(files);
  const { url, drop } = await createTestDatabase();
  const database = await openDatabase({ url, log: silent });

  const plan = await previewPlan(database, declared);
  const outcome = await applyPlan(database, declared, { plan: plan.hash, ...allOf(plan.steps) });
  const next = await previewPlan(database, declared);

  expect(new Set(plan.steps.map((step) => step.class))).toEqual(new Set(['additive']));
  expect(outcome).toMatchObject({ left: [] });
  expect(next.steps).toEqual([]);
  await database.close();
  await drop();
});
