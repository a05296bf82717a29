import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { undoPlan } from '../../../src/store/schema/plan/undo-plan.ts';
import { openPlanning, type Planning, type Resources } from '../../support/planning.ts';

let at: Planning;

beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const text = { type: 'text', maxLength: 100 };

describe('dropped data', () => {
  test('is deleted permanently after 30 days', async () => {
    const rest: Resources = { papers: { fields: { name: text } } };
    await at.start({ ...rest, books: { fields: { title: text } } });
    await at.apply({ papers: { fields: {} } });
    const left = () =>
      at.rows(`select a.attname as name from pg_attribute a where a.attname like '~kept%'
        union all select relname from pg_class where relnamespace = 'backoffice_trash'::regnamespace and relkind = 'r'`);
    const kept = await left();

    await at.rows(`update backoffice.plan set applied_at = now() - interval '31 days'`);
    await at.start({ papers: { fields: {} } });

    expect(kept).toHaveLength(2);
    expect(await left()).toEqual([]);
    expect(await undoPlan(at.database)).toHaveProperty('refused');
  });
});
