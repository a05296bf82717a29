import type { PlanStep } from '../../../contract/meta.ts';
import { defaultOf, nobodyNow } from '../../../descriptor/filter/tokens.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { emptyOf } from '../../../descriptor/field-check.ts';
import type { JsonObject } from '../../../descriptor/json-object.ts';
import { systemFieldTable } from '../../../descriptor/system-fields.ts';
import type { Field } from '../../../fields/field.ts';
import { OWN } from '../place.ts';
import { recordColumns, selectJson } from '../record-json.ts';
import { quoteName } from '../../connection/sql.ts';
import type { QueryRunner } from '../../store.ts';
import { MOST_SAMPLES, createConverter } from './convert-values.ts';
import { conversionOf, type PlanSite } from './describe-step.ts';
import { inOldNames } from './find-renames.ts';
import { newRecordRules, stateOf, type RecordRule } from './record-rules.ts';
import { MOST_IDS, withTitles } from './sample-rows.ts';

const BATCH = 2_000;

/**
 * New conditions and checks over several fields, held against the records that are there. Nothing
 * stops such a step: what is there stays, but can only be saved when it fits.
 */
export async function recordRuleSteps(sql: QueryRunner, at: PlanSite): Promise<PlanStep[]> {
  const steps: PlanStep[] = [];
  for (const resource of at.descriptor.resources.values()) {
    const rules = rulesOf(at, resource);
    if (rules.length > 0) steps.push(...(await checkRecords(sql, at, resource, rules)));
  }
  return steps;
}

function rulesOf({ descriptor, before, pending }: PlanSite, resource: Resource): RecordRule[] {
  const name = pending.renames.tables.get(resource.name) ?? resource.name;
  const was = before?.resources.get(name);
  if (!was || !pending.existing.has(resource.name)) return [];
  const declared = descriptor.source.resources[resource.name]!;
  const wasDeclared = before!.source.resources[name]!;
  return newRecordRules(resource, declared, { resource: was, declared: wasDeclared });
}

type Finding = { count: number; sample: { _id: string; value: unknown }[]; ids: string[] };

async function checkRecords(
  sql: QueryRunner,
  at: PlanSite,
  resource: Resource,
  rules: readonly RecordRule[],
): Promise<PlanStep[]> {
  const findings = new Map(rules.map((rule) => [rule, newFinding()]));
  for await (const record of readRecords(sql, at, resource)) {
    const state = stateOf(resource, record);
    for (const [rule, finding] of findings)
      if (rule.isBroken(record, state)) note(finding, record, rule.show(record));
  }
  const steps: PlanStep[] = [];
  for (const [rule, { ids, ...found }] of findings) {
    if (found.count === 0) continue;
    const { renames } = at.pending;
    const unfit = await withTitles(sql, { resource, renames }, found, ids);
    steps.push({
      id: rule.id,
      class: 'additive',
      sentence: `${rule.sentence}; existing records stay, but must match before they can be saved again`,
      resource: resource.name,
      ...(rule.field === undefined ? {} : { field: rule.field }),
      unfit: { ...unfit, ...(isListable(at, resource, rule) && { where: rule.where }) },
    });
  }
  return steps;
}

function newFinding(): Finding {
  return { count: 0, sample: [], ids: [] };
}

function note(finding: Finding, record: JsonObject, value: unknown): void {
  const _id = String(record['_id']);
  finding.count += 1;
  if (finding.sample.length < MOST_SAMPLES) finding.sample.push({ _id, value });
  if (finding.ids.length <= MOST_IDS) finding.ids.push(_id);
}

/** Can the server that runs now be asked by the filter? Not by fields it has under other names, or not yet. */
function isListable({ before, pending }: PlanSite, resource: Resource, rule: RecordRule): boolean {
  const { tables, columns } = pending.renames;
  const there = before?.resources.get(resource.name);
  if (!there || tables.has(resource.name)) return false;
  const hidden = rule.looksAt.some((name) => resource.conditions.get(name)?.shown);
  if (hidden && rule.field === undefined) return false;
  return rule.looksAt.every(
    (name) =>
      systemFieldTable.has(name) ||
      (there.fields.has(name) && !columns.get(resource.name)?.has(name)),
  );
}

/** Every record as the rules will see it: with new names, converted values, and defaults of new fields. */
async function* readRecords(
  sql: QueryRunner,
  at: PlanSite,
  resource: Resource,
): AsyncGenerator<JsonObject> {
  const reader = toReader(at, resource);
  for (let last = ''; ;) {
    const rows = await sql.rows<{ record: JsonObject }>(reader.text, [last]);
    if (rows.length === 0) return;
    last = String(rows.at(-1)!.record['_id']);
    for (const { record } of rows) yield reader.read(record);
  }
}

function toReader(at: PlanSite, resource: Resource) {
  const { renames, existing } = at.pending;
  const old = renames.columns.get(resource.name) ?? new Map<string, string>();
  const written = [...resource.fields.values()].filter(({ computed }) => computed === undefined);
  const kept = written.filter((field) => isThere(at, resource, field));
  const converters = new Map(
    kept.flatMap((field) => {
      const conversion = conversionOf(at, stepFor(at, resource, field));
      return conversion ? [[field, createConverter(conversion.before, field)] as const] : [];
    }),
  );
  const plain = kept.filter((field) => !converters.has(field)).map(({ name }) => name);
  const columns = [
    recordColumns(resource, [
      '_id',
      '_version',
      'createdAt',
      'updatedAt',
      'createdBy',
      'updatedBy',
      ...plain,
    ]),
    ...[...converters.keys()].map(({ name }) => `${OWN}.${quoteName(name)} as ${quoteName(name)}`),
  ].join(', ');
  const text = inOldNames(
    `select row_to_json(x) as record ${selectJson(quoteName(resource.name), columns)} ` +
      `where ${OWN}._id > $1 order by ${OWN}._id limit ${BATCH}`,
    resource.name,
    renames,
  );
  const presets = new Map(
    written.map((field) => [field, defaultOf(field, nobodyNow()) ?? emptyOf(field)]),
  );
  const isNew = (field: Field) => existing.has(resource.name) && !kept.includes(field);
  return {
    text,
    read(record: JsonObject): JsonObject {
      const own = written.map((field) => {
        if (isNew(field)) return [field.name, presets.get(field)];
        const value = record[old.get(field.name) ?? field.name];
        const convert = converters.get(field);
        const isConverted = convert !== undefined && value !== null;
        return [field.name, (isConverted ? convert(value) : value) ?? emptyOf(field)];
      });
      return { ...record, ...Object.fromEntries(own) };
    },
  };
}

function isThere({ pending }: PlanSite, resource: Resource, field: Field): boolean {
  const isJoin = field.kind.relation?.(field.settings).many;
  if (isJoin) return pending.existing.has(`${resource.name}__${field.name}`);
  const columns = pending.existing.get(resource.name)?.columns ?? [];
  return columns.some(({ name }) => name === field.name);
}

function stepFor({ pending }: PlanSite, { name: table }: Resource, { name: column }: Field) {
  const id = `convert:${table}.${column}`;
  const none = { id: '', kind: 'additive', table, column, summary: '', sql: [] } as const;
  return pending.steps.find((step) => step.id === id) ?? none;
}
