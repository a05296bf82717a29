import { toSentence } from '../../../../fields/problems/plan-text.ts';
import type { PlanStep } from '../../../../contract/meta.ts';
import { defaultOf, momentWithoutUser } from '../../../../descriptor/filter/tokens.ts';
import { systemFields, type Resource } from '../../../../descriptor/descriptor.ts';
import { emptyOf } from '../../../../descriptor/field-check.ts';
import type { JsonObject } from '../../../../descriptor/json-object.ts';
import { systemFieldTable } from '../../../../descriptor/system-fields.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { OWN } from '../../place.ts';
import { recordColumns, selectJson } from '../../record-json.ts';
import { quoteName } from '../../../connection/sql.ts';
import type { QueryRunner } from '../../../store.ts';
import { createConverter, toValue } from '../convert-values.ts';
import { conversionOf, type PlanSite } from './describe-step.ts';
import { newRecordRules, ruleState, type RecordRule } from '../record-rules.ts';
import { addToFinding, newFinding, readInBatches, withTitles } from '../sample-rows.ts';
import { declarationOf } from '../../../../descriptor/declaration-of.ts';

const BATCH = 2_000;

/**
 * Checks existing records against new conditions and checks over several fields. Such a step is never refused: the
 * records stay, but can only be saved when they fit.
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
  const name = pending.renames.oldTable(resource.name);
  const was = before?.resources.get(name);
  if (!before || !was || !pending.existing.has(resource.name)) return [];
  const declared = declarationOf(descriptor, resource.name);
  const wasDeclared = declarationOf(before, name);
  return newRecordRules(resource, declared, { resource: was, declared: wasDeclared });
}

async function checkRecords(
  sql: QueryRunner,
  at: PlanSite,
  resource: Resource,
  rules: readonly RecordRule[],
): Promise<PlanStep[]> {
  const findings = new Map(rules.map((rule) => [rule, newFinding()]));
  for await (const record of readRecords(sql, at, resource)) {
    const state = ruleState(resource, record);
    for (const [rule, finding] of findings)
      if (rule.isBroken(record, state))
        addToFinding(finding, String(record['_id']), rule.show(record));
  }
  const steps: PlanStep[] = [];
  for (const [rule, finding] of findings) {
    if (finding.count === 0) continue;
    const { renames } = at.pending;
    const unfit = await withTitles(sql, { resource, renames }, finding);
    steps.push({
      id: rule.id,
      class: 'additive',
      ...toSentence('staysUntilSaved', { rule: rule.sentence.text }),
      resource: resource.name,
      ...(rule.field === undefined ? {} : { field: rule.field }),
      unfit: { ...unfit, ...(isListable(at, resource, rule) && { where: rule.where }) },
    });
  }
  return steps;
}

/** Whether the running server can use the filter. It cannot with fields that it has under other names, or not yet. */
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
  const { renames } = at.pending;
  const written = [...resource.fields.values()].filter(({ computed }) => computed === undefined);
  const kept = written.filter((field) => isThere(at, resource, field));
  const converted = new Map(
    kept.flatMap((field) => {
      const conversion = conversionOf(at, resource.name, field.name);
      return conversion ? [[field, conversion.before] as const] : [];
    }),
  );
  const plain = kept.filter((field) => !converted.has(field)).map(({ name }) => name);
  const columns = [
    recordColumns(resource, [...systemFields, ...plain]),
    ...[...converted].map(([{ name }, before]) => {
      const column = `${OWN}.${quoteName(name)}`;
      return `${before ? toValue(before, column) : column} as ${quoteName(name)}`;
    }),
  ].join(', ');
  const converters = new Map(
    [...converted].map(([field, before]) => [field, createConverter(before, field)] as const),
  );
  const text = renames.inOldNames(
    `select ${OWN}._id, row_to_json(x) as record ${selectJson(quoteName(resource.name), columns)} ` +
      `where ${OWN}._id > $1 order by ${OWN}._id limit ${BATCH}`,
    resource.name,
  );
  const presets = new Map(
    written.map((field) => [
      field,
      defaultOf(field, momentWithoutUser(resource)) ?? emptyOf(field),
    ]),
  );
  for await (const rows of readInBatches<{ _id: string; record: JsonObject }>(sql, text))
    for (const { record } of rows) {
      const own = written.map((field) => {
        if (!kept.includes(field)) return [field.name, presets.get(field)];
        const value = record[renames.oldColumn(resource.name, field.name)];
        const convert = converters.get(field);
        const isConverted = convert !== undefined && value !== null;
        return [field.name, (isConverted ? convert(value) : value) ?? emptyOf(field)];
      });
      yield { ...record, ...Object.fromEntries(own) };
    }
}

function isThere({ pending }: PlanSite, resource: Resource, field: Field): boolean {
  const isJoin = field.kind.relation?.(field.settings).many;
  if (isJoin) return pending.existing.has(`${resource.name}__${field.name}`);
  const columns = pending.existing.get(resource.name)?.columns ?? [];
  return columns.some(({ name }) => name === field.name);
}
