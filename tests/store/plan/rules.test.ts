import { afterEach, beforeEach, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { writePlan } from '../../../src/hosts/commands/plan-text.ts';
import { applyAdditive } from '../../../src/store/schema/plan/apply-additive.ts';
import { undoPlan } from '../../../src/store/schema/plan/undo-plan.ts';
import { openPlanning, type Planning, type Resources } from '../../support/planning.ts';

let at: Planning;
beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const text = { type: 'text', search: true };
const things = (fields: object): Resources => ({ things: { fields } });

async function planText(resources: Resources): Promise<string> {
  return writePlan(await at.plan(resources), toDescriptor({ resources })).join('\n');
}

test.each<[string, object, object, RegExp]>([
  [
    'a field that becomes required',
    { a: text },
    { a: { ...text, required: true } },
    /this conflicts with 1 record: records of things have no value for it; enter values first/,
  ],
  [
    'a required field whose values have no new form',
    { b: { ...text, required: true } },
    { b: { type: 'date', required: true } },
    /convert:things\.b: .*conflicts with 2 records: records of things would have no value for this required field; correct or enter/,
  ],
  [
    'a new required field',
    { a: text },
    { a: text, c: { ...text, required: true } },
    /conflicts with 2 records: records of things would have no value for it; declare a default/,
  ],
  [
    'a field that becomes unique',
    { b: text },
    { b: { ...text, unique: true } },
    /conflicts with 2 records: records of things share a value/,
  ],
])('%s has a reason and no command', async (_, before, after, reason) => {
  await at.start(things({ a: text, b: text, ...before }));
  await at.rows(`insert into things (_id, a, b) values ('1', 'x', 'x'), ('2', null, 'x')`);

  const told = await planText(things({ a: text, b: text, ...after }));
  const outcome: any = await at.apply(things({ a: text, b: text, ...after }));

  expect(told).toMatch(reason);
  expect(told).not.toContain('npx backoffice apply');
  expect(outcome.refused.join('\n')).toMatch(reason);
});

test('apply and a start report changed rules, and records that violate them', async () => {
  await at.start(things({ a: { ...text, maxLength: 500 }, c: { type: 'choice', choices: ['x'] } }));
  await at.rows(`insert into things (_id, a) values ('1', 'long'), ('2', 'abc')`);
  const choices = { type: 'choice', choices: ['x', 'y'] };

  const applied = await at.apply(things({ a: { ...text, maxLength: 400 }, c: choices }));
  const narrow = toDescriptor({ resources: things({ a: { ...text, maxLength: 3 }, c: choices }) });
  const { unfit } = await applyAdditive(at.database, narrow);

  expect(applied).toMatchObject({ done: [], rules: ['Rules updated: things.a, things.c'] });
  expect(unfit).toEqual([
    expect.stringMatching(/restricts the values of things\.a.* \(1 record\)$/),
  ]);
});

test('apply names the changed steps between states and checks', async () => {
  const status = (when: object) => ({
    type: 'choice',
    choices: ['draft', 'done'],
    states: {
      initial: ['draft'],
      transitions: [{ name: 'finish', from: ['draft'], to: 'done', when }],
    },
  });
  const check = { check: "a = 'x'", message: 'x only' };
  const declared = (when: object, on: object) => ({
    things: { fields: { a: text, status: status(when) }, checks: [{ ...check, ...on }] },
  });
  await at.start(declared({ a: 'x' }, {}));
  await at.rows(`insert into things (_id, a) values ('1', 'x')`);

  const { rules } = (await at.apply(declared({ a: 'y' }, { on: ['delete'] }))) as any;

  expect(rules).toEqual(['Rules updated: things.status.finish, things.checks']);
  await expect(at.rows(`update things set a = 'y'`)).resolves.toEqual([]);
  await expect(at.rows('delete from things')).rejects.toThrow('a check does not hold');
});

test('a rename is one step, without the names of internal columns, triggers and tables', async () => {
  const makers = { makers: { fields: { name: text } } };
  const number = { type: 'number', computed: 'length(maker)' };
  await at.start({ ...makers, ...things({ maker: text, long: number }) });
  const links = { type: 'references', to: 'makers', was: 'nothing' };
  const after = {
    ...makers,
    ...things({
      producer: { ...text, was: 'maker' },
      long: { ...number, computed: 'length(producer)' },
      links,
    }),
  };

  const told = await planText(after);
  await at.apply(after);
  await undoPlan(at.database);
  const { steps } = await at.plan({ ...makers, ...things({ maker: text, long: number }) });

  expect(told).toContain('rename:things.producer');
  expect(told).not.toMatch(/~words|trigger:/);
  expect(steps.map(({ id }) => id)).toEqual([]);
});
