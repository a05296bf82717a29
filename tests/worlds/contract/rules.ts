import { describe, expect, test } from 'vitest';
import type { Resource } from '../../../src/descriptor/descriptor.ts';
import { isMany } from '../../../src/descriptor/field-check.ts';
import { checkRecord } from '../../../src/descriptor/rules/record-check.ts';
import { exampleOf } from '../../../src/fields/example-of.ts';
import type { Field } from '../../../src/fields/type/field.ts';
import type { Problem } from '../../../src/fields/problems/problem.ts';
import { exampleRecord, variationsOf } from '../example-record.ts';
import { namedResources } from '../named-resources.ts';
import type { OpenWorld } from '../open-world.ts';
import type { World, WorldRecord } from '../world.ts';

type Patch = Record<string, unknown>;
type Wanted = { name: string; looksAt: readonly string[]; isIt(problems: Problem[]): boolean };

/** What records must be by the rules of their resource: each is broken once, and refused for that alone. */
export function describeRules(world: World, opened: () => OpenWorld): void {
  describeTargets(world, opened);
  const ruled = namedResources(world).filter(([, resource]) => rulesOf(resource).length > 0);
  if (ruled.length === 0) return;

  describe.each(ruled)('%s', (_, resource) => {
    test.each(rulesOf(resource).map((rule) => [rule.name, rule] as const))(
      'holds records to %s',
      async (_said, rule) => {
        const { api, admin } = opened();
        const { record, patch } = await findBreak(opened(), resource, rule);

        const path = `${resource.root}/${record._id}`;
        const call = { as: admin, body: patch, headers: { 'If-Match': '*' } };
        const { status, json } = await api.call('PATCH', path, call);

        expect(status).toBe(422);
        expect(rule.isIt(json.problems)).toBe(true);
      },
    );
  });
}

/** Of each reference with a filter: a record of the world that does not match is refused. */
function describeTargets(world: World, opened: () => OpenWorld): void {
  const depending = world.resources.flatMap((resource) =>
    [...resource.targetFilters].map(
      ([field, { to }]) => [`${resource.name}.${field}`, resource, field, to] as const,
    ),
  );
  test.each(depending)('%s refers only to what matches', async (_, resource, name, to) => {
    const { api, admin, declared, records } = opened();
    const many = isMany(resource.fields.get(name)!);
    const [record] = await records(resource);
    const targets = await records(declared.resources.get(to)!);

    const answers = await Promise.all(
      targets.map(async ({ _id }) => {
        const body = { [name]: many ? [_id] : _id };
        const call = { as: admin, body, headers: { 'If-Match': '*' } };
        return (await api.call('PATCH', `${resource.root}/${record!._id}`, call)).json;
      }),
    );

    const refused = answers.filter(({ problems }) => problems !== undefined);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(targets.length);
    for (const { problems } of refused)
      expect(problems).toMatchObject([{ code: 'V055', path: many ? `${name}.0` : name }]);
  });
}

const codes = { shown: 'V026', required: 'V001', readOnly: 'V010' } as const;

/** Each condition of a field and each check, with the problems that say it is broken and nothing else. */
function rulesOf({ conditions, checks }: Resource): Wanted[] {
  const ofFields = [...conditions].flatMap(([field, declared]) =>
    (['shown', 'required', 'readOnly'] as const)
      .filter((kind) => declared[kind])
      .map((kind) => ({
        name: `${field}.${kind}`,
        looksAt: [field, ...declared.looksAt],
        isIt: (problems: Problem[]) =>
          problems.length === 1 && problems[0]!.code === codes[kind] && problems[0]!.path === field,
      })),
  );
  const ofAll = checks.map(({ message, fields, looksAt }) => ({
    name: Object.values(message)[0]!,
    looksAt,
    isIt: (problems: Problem[]) =>
      problems.length > 0 &&
      problems.every(
        ({ code, path, params }) =>
          code === 'V027' && fields.includes(path) && params?.text_de === message['de'],
      ),
  }));
  return [...ofFields, ...ofAll];
}

/** A change of one of the world's records that breaks this rule and no other. */
async function findBreak(
  world: OpenWorld,
  resource: Resource,
  { name, looksAt, isIt }: Wanted,
): Promise<{ record: WorldRecord; patch: Patch }> {
  const records = await recordsOf(world, resource);
  const fields = looksAt.flatMap((each) => resource.fields.get(each) ?? []);
  for (const record of records)
    for (const patch of patchesOf(fields, record, records))
      if (isIt(problemsOf(world, resource, record, patch))) return { record, patch };
  throw new Error(`No record of ${resource.name} can be made to break ${name}`);
}

/** The world's own, else one made for this. */
async function recordsOf(world: OpenWorld, resource: Resource): Promise<WorldRecord[]> {
  const records = await world.records(resource);
  if (records.length > 0) return records;
  const { api, admin } = world;
  const body = await exampleRecord(world, resource, 1);
  return [(await api.call('POST', resource.root, { as: admin, body })).json];
}

function problemsOf(
  { declared, admin }: OpenWorld,
  resource: Resource,
  current: WorldRecord,
  body: Patch,
): Problem[] {
  const mode = 'patch' as const;
  const outcome = checkRecord({ descriptor: declared, role: admin, resource, mode, body, current });
  return 'problems' in outcome ? outcome.problems : [];
}

/** Other values of one of the fields, then of two of them. */
function* patchesOf(
  fields: readonly Field[],
  record: WorldRecord,
  records: readonly WorldRecord[],
): Iterable<Patch> {
  const values = fields.map((field) => [field.name, valuesOf(field, record, records)] as const);
  for (const [name, own] of values) for (const value of own) yield { [name]: value };
  for (const [name, own] of values)
    for (const [other, others] of values)
      if (name < other)
        for (const value of own)
          for (const second of others) yield { [name]: value, [other]: second };
}

function valuesOf(field: Field, record: WorldRecord, records: readonly WorldRecord[]): unknown[] {
  const others = records.map((each) => each[field.name]);
  // A file need not exist to break a rule: rules are looked at first.
  if (field.kind.relation) return [...new Set([null, ...others])];
  const varied = variationsOf(field, record[field.name], 3).slice(0, 4);
  const { choices = [] } = field.settings as { choices?: (string | number | { value: unknown })[] };
  const chosen = choices.map((choice) => (typeof choice === 'object' ? choice.value : choice));
  return [...new Set([null, exampleOf(field), ...chosen, ...others, ...varied])];
}
