import { afterAll, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { undoPlan } from '../../../src/store/schema/plan/undo-plan.ts';
import { openPlanning, type Resources } from '../../support/planning.ts';
import { quoteText } from '../../../src/store/connection/sql.ts';
import { toExclusions } from '../../../src/store/schema/tables/exclusions.ts';

const planning = await openPlanning();
afterAll(() => planning.close());

const days = { from: { type: 'date' }, to: { type: 'date' } };
const plain = { who: { type: 'text' }, ...days };
const rule = { fields: ['who'], from: 'from', to: 'to' };

function loans(fields: object, more: object = {}): Resources {
  return { loans: { fields: { ...plain, ...fields }, noOverlap: [{ ...rule, ...more }] } };
}

function long(computed: string, stored = true) {
  return { long: { type: 'number', computed, ...(stored && { stored }) } };
}

const isLong = { where: { long_gt: 3 } };
const byEnd = { from: 'start' };
const start = (computed: string) => ({ start: { type: 'date', computed, stored: true } });
const kinds = (...choices: unknown[]) => ({ kind: { type: 'choice', choices } });

async function constraints(): Promise<string[]> {
  const rows = await planning.rows(
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as text
     from pg_constraint where contype = 'x' order by 1`,
  );
  return rows.map(({ text }) => text);
}

const changes: [string, Resources, Resources][] = [
  [
    'computes a stored field of the condition otherwise',
    loans(long('days(to, from)'), isLong),
    loans(long('days(to, from) + 1'), isLong),
  ],
  [
    'computes a field of the condition on reading',
    loans(long('days(to, from)'), isLong),
    loans(long('days(to, from)', false), isLong),
  ],
  ['drops a stored field with its condition', loans(long('days(to, from)'), isLong), loans({})],
  [
    'computes the beginning of the period otherwise',
    loans(start('from'), byEnd),
    loans(start('addDays(from, 1)'), byEnd),
  ],
  [
    'lets people write the beginning, which was computed',
    loans(start('from'), byEnd),
    loans({ start: { type: 'date' } }, byEnd),
  ],
  [
    'computes the beginning, which people wrote',
    loans({ start: { type: 'date' } }, byEnd),
    loans(start('from'), byEnd),
  ],
  [
    'drops a field with its condition',
    loans({ held: { type: 'boolean' } }, { where: { held: true } }),
    loans({}),
  ],
  [
    'renames a field of the condition',
    loans({ held: { type: 'boolean' } }, { where: { held: true } }),
    loans({ kept: { type: 'boolean', was: 'held' } }, { where: { kept: true } }),
  ],
  [
    'retypes a field of the condition',
    loans({ held: { type: 'boolean' } }, { where: { held: true } }),
    loans({ held: { type: 'text' } }, { where: { held: 'true' } }),
  ],
  [
    'renames a choice of the condition',
    loans(kinds('a', 'b'), { where: { kind: 'a' } }),
    loans(kinds({ value: 'c', was: 'a' }, 'b'), { where: { kind: 'c' } }),
  ],
  [
    'renames a field that must be the same',
    loans({}),
    {
      loans: {
        fields: { person: { type: 'text', was: 'who' }, ...days },
        noOverlap: [{ ...rule, fields: ['person'] }],
      },
    },
  ],
  ['retypes a field that must be the same', loans({}), loans({ who: { type: 'number' } })],
  [
    'drops the field that must be the same',
    loans({ room: { type: 'text' } }, { fields: ['room'] }),
    loans({}),
  ],
  [
    'renames both ends',
    loans({}),
    {
      loans: {
        fields: {
          who: { type: 'text' },
          begins: { type: 'date', was: 'from' },
          ends: { type: 'date', was: 'to' },
        },
        noOverlap: [{ fields: ['who'], from: 'begins', to: 'ends' }],
      },
    },
  ],
  [
    'makes times of days',
    loans({}),
    loans({ from: { type: 'datetime' }, to: { type: 'datetime' } }),
  ],
  [
    'makes days of times',
    loans({ from: { type: 'datetime' }, to: { type: 'datetime' } }),
    loans({}),
  ],
  ['renames the collection', loans({}), { lendings: { was: 'loans', ...loans({})['loans'] } }],
  ['drops the collection', loans({}), { tools: { fields: plain } }],
  ['drops the rule', loans({}), { loans: { fields: plain } }],
];

test.each(changes)('%s, and back', async (_, before, after) => {
  await planning.apply({ tools: { fields: {} } });
  await planning.apply(before);
  const [table] = Object.keys(before);
  await planning.rows(`insert into ${table} (_id, who) values ('a', '1'), ('b', '2')`);
  const first = await constraints();
  expect(first).toHaveLength(1);
  expect(await planning.apply(after)).toMatchObject({ left: [] });
  const wanted = [...toDescriptor({ resources: after }).resources.values()].flatMap(toExclusions);
  expect(await constraints()).toHaveLength(wanted.length);
  // The database has what the descriptor says: there is nothing left to do.
  expect((await planning.plan(after)).steps).toEqual([]);
  expect(await undoPlan(planning.database)).toMatchObject({ undone: expect.any(Array) });
  expect(await constraints()).toEqual(first);
});

test('reads the field that has the name now, which another had before', async () => {
  await planning.apply({ tools: { fields: {} } });
  await planning.apply(loans({ held: { type: 'boolean' } }, { where: { held: true } }));
  const fields = { kept: { type: 'boolean', was: 'held' }, held: { type: 'boolean' } };
  await planning.apply(loans(fields, { where: { held: true } }));
  const [text] = await constraints();
  expect(text).toContain('held');
  expect(text).not.toContain('kept');
});

test('an expression has the text that earlier versions wrote, so it needs no step', () => {
  const source = loans(kinds('a', 'b'), { where: { $expression: "not (kind = 'a')" } });
  const [loan] = toDescriptor({ resources: source }).resources.values();
  expect(loan && toExclusions(loan)[0]?.definition).toBe(
    `exclude using gist ("who" with =, daterange("from", case when "to" is null then null else greatest("from", "to") end, '[]') with &&) ` +
      `where ("from" is not null and ((("kind" collate "und-x-icu") is not distinct from ('a'::text collate "und-x-icu")) is not true))`,
  );
});

test('a start keeps the constraint that an earlier version wrote with more brackets', async () => {
  await planning.apply({ tools: { fields: {} } });
  const source = loans(kinds('a', 'b'), { where: { $expression: "kind = 'a'" } });
  await planning.apply(source);
  const former = `exclude using gist ("who" with =, daterange("from", case when "to" is null then null else greatest("from", "to") end, '[]') with &&) where ("from" is not null and ((("kind" collate "und-x-icu") is not distinct from ('a'::text collate "und-x-icu"))))`;
  await planning.rows(`
    alter table loans drop constraint "loans.who+from.overlap";
    alter table loans add constraint "loans.who+from.overlap" ${former};
    comment on constraint "loans.who+from.overlap" on loans is ${quoteText(`backoffice: ${former}`)};
    update backoffice.descriptor set fingerprint = 'of an earlier version'`);
  const ids = `select oid::text from pg_constraint where contype = 'x'`;
  const made = await planning.rows(ids);
  expect(await planning.start(source)).toEqual({ refused: [] });
  expect(await planning.rows(ids)).toEqual(made);
});

test('a condition needs no other constraint when its field is no longer stored', () => {
  const [stored, read] = [true, false].map((isStored) => {
    const source = loans(long('days(to, from)', isStored), isLong);
    return [...toDescriptor({ resources: source }).resources.values()].flatMap(toExclusions);
  });
  expect(stored).toEqual(read);
});

test('a start makes the constraint anew that an earlier version wrote otherwise', async () => {
  await planning.apply({ tools: { fields: {} } });
  const source = loans({ held: { type: 'boolean' } }, { where: { held: true } });
  await planning.apply(source);
  await planning.rows(
    `insert into loans (_id, who, "from", held) values ('a', '1', '2026-01-01', true)`,
  );
  const made = await constraints();
  await planning.rows(`
    alter table loans drop constraint "loans.who+from.overlap";
    alter table loans add constraint "loans.who+from.overlap"
      exclude using gist ("who" with =, daterange("from", "to", '[]') with &&) where ("held");
    comment on constraint "loans.who+from.overlap" on loans is 'backoffice: as it was';
    update backoffice.descriptor set fingerprint = 'of an earlier version'`);
  expect(await planning.start(source)).toEqual({ refused: [] });
  expect(await constraints()).toEqual(made);
});
