import { type Sentence, toSentence } from '../../../fields/problems/plan-text.ts';
import { resolveFilter } from '../../../descriptor/filter/declared-filter.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { ResourceSource } from '../../../descriptor/settings/descriptor-settings.ts';
import { evaluateFilter } from '../../../descriptor/filter/evaluate-filter.ts';
import { emptyOf } from '../../../descriptor/field-check.ts';
import { isSameJson, type JsonObject } from '../../../descriptor/json-object.ts';
import { momentWithoutUser } from '../../../descriptor/filter/tokens.ts';
import { toRecordState, type RecordState } from '../../../descriptor/rules/rules.ts';
import type { Field } from '../../../fields/type/field.ts';

/** A rule over whole records that the former descriptor did not have. */
export type RecordRule = {
  /** Its name in a plan: `rule:books.year.required`, `rule:books.checks.0`. */
  id: string;
  field?: string;
  sentence: Sentence;
  looksAt: readonly string[];
  /** Whether a record breaks it; `state` is the record as conditions see it. */
  isBroken(record: JsonObject, state: RecordState): boolean;
  /** The part of a record to show as an example. */
  show(record: JsonObject): unknown;
  /** A list filter that finds the records that break it. */
  where: Readonly<Record<string, unknown>>;
};

/** The conditions and checks of a resource that are new or changed. */
export function newRecordRules(
  resource: Resource,
  declared: ResourceSource,
  before: { resource: Resource; declared: ResourceSource },
): RecordRule[] {
  return [
    ...[...resource.fields.values()].flatMap((field) =>
      newConditions(resource, field, before.resource.fields.get(field.was ?? field.name)),
    ),
    ...newChecks(resource, declared, before.declared),
  ];
}

function newConditions({ name, conditions }: Resource, field: Field, before: Field | undefined) {
  const { required, shown } = field.when ?? {};
  const path = `${name}.${field.name}`;
  const looksAt = [field.name, ...(conditions.get(field.name)?.looksAt ?? [])];
  const empty = emptyOf(field);
  const isEmpty = (record: JsonObject) => isSameJson(record[field.name] ?? empty, empty);
  const at = { field: field.name, looksAt, show: (record: JsonObject) => record[field.name] };
  const isNew = (when: 'required' | 'shown') =>
    field.when?.[when] !== undefined && !isSameJson(field.when[when], before?.when?.[when]);
  const rule = (
    when: 'required' | 'shown',
    rest: Pick<RecordRule, 'sentence' | 'isBroken' | 'where'>,
  ): RecordRule[] => (isNew(when) ? [{ ...at, id: `rule:${path}.${when}`, ...rest }] : []);
  return [
    ...rule('required', {
      sentence: toSentence('requiresSome', { path }),
      isBroken: (record, { fields }) =>
        fields.get(field.name)?.required === true && isEmpty(record),
      where: { and: [...(shown ? [shown] : []), required, { [`${field.name}_null`]: true }] },
    }),
    ...rule('shown', {
      sentence: toSentence('restrictsToSome', { path }),
      isBroken: (record, { fields }) => fields.get(field.name)?.shown === false && !isEmpty(record),
      where: { and: [{ not: shown }, { [`${field.name}_nnull`]: true }] },
    }),
  ];
}

function newChecks(resource: Resource, declared: ResourceSource, before: ResourceSource) {
  const { name, checks } = resource;
  const moment = momentWithoutUser(resource);
  return checks.flatMap(({ check, looksAt, index }) => {
    const own = declared.checks?.[index]?.check;
    if (before.checks?.some((one) => isSameJson(one.check, own))) return [];
    const filter = resolveFilter(check, moment);
    return [
      {
        id: `rule:${name}.checks.${index}`,
        sentence: toSentence('checks', { table: name, check: JSON.stringify(own) }),
        looksAt,
        isBroken: (_: JsonObject, { seen }: RecordState) => !evaluateFilter(filter, seen),
        show: (record: JsonObject) =>
          Object.fromEntries(looksAt.map((field) => [field, record[field] ?? null])),
        where: { not: own },
      },
    ];
  });
}

/** The state of a record under all rules of its resource. */
export function ruleState(resource: Resource, record: JsonObject): RecordState {
  return toRecordState(resource, record, momentWithoutUser(resource));
}
