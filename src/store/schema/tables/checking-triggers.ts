import { requireItem } from '../../../fields/require-entry.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { storedRulesOf, type StoredRule } from '../../../descriptor/rules/stored-rules.ts';
import { isJudgedAt } from '../../../descriptor/rules/rules.ts';
import { quoteName, quoteText } from '../../connection/sql.ts';
import { brokenSql } from '../../records/rules/broken-sql.ts';
import { dependenciesOf } from '../expression/dependencies.ts';
import { OWN } from '../place.ts';
import { RETURNING } from '../writer.ts';
import { readingOf } from './reading-of.ts';
import { memberTrigger, toTrigger, type Trigger } from './triggers.ts';

type Check = StoredRule & ReturnType<typeof dependenciesOf>;

/**
 * The triggers that judge the checks which a record alone does not decide: when a record is written, and when the records change that
 * it counts. A record that it refers to may change without them, because nobody writes this one then.
 */
export function checkingTriggers(descriptor: Descriptor): Trigger[] {
  return [...descriptor.resources.values()].flatMap((resource) => {
    const checks = storedRulesOf(resource).map((rule) => ({
      ...rule,
      ...dependenciesOf(descriptor, resource, readingOf(rule.holds)),
    }));
    // A change of what a record counts is a change of the record.
    const counting = checks.filter(({ on, isCounting }) => isCounting && isJudgedAt('update', on));
    const members = counting.flatMap(({ others }) => others).filter(({ isMember }) => isMember);
    const tables = [...new Set(members.map(({ table }) => table))];
    return [
      ...(checks.length > 0 ? [ownTrigger(descriptor, resource, checks)] : []),
      ...removalTrigger(descriptor, resource, checks),
      ...tables.map((table) =>
        memberTrigger(descriptor, {
          name: `${table}.checks.${resource.name}`,
          resource,
          table,
          dependencies: members,
          work: counting
            .filter(({ others }) => others.some((each) => each.isMember && each.table === table))
            .map((check) =>
              // The record itself does not change.
              judge(descriptor, resource, check, {
                which: `${OWN}._id = any(ids)`,
                before: `${OWN}.`,
              }),
            )
            .join(' '),
        }),
      ),
    ];
  });
}

const judged = new WeakMap<Descriptor, ReadonlySet<string>>();

/** Whether only the database knows if records of a resource may be written as they are. */
export function isJudged(descriptor: Descriptor, { name, noOverlap }: Resource): boolean {
  let tables = judged.get(descriptor);
  if (!tables) {
    const names = checkingTriggers(descriptor).map(({ table }) =>
      requireItem(table.split('__', 1), 0),
    );
    judged.set(descriptor, (tables = new Set(names)));
  }
  return noOverlap.length > 0 || tables.has(name);
}

/** The setting that names the record whose checks wait until the records that they count are written with it. */
export const UNFINISHED = 'backoffice.unfinished';

function ownTrigger(descriptor: Descriptor, resource: Resource, checks: readonly Check[]): Trigger {
  const steps = checks.map(
    (check) =>
      `if ${writesOf(check).join(' or ')} then ${judge(descriptor, resource, check, { which: `${OWN}._id = NEW._id`, before: 'OLD.' })} end if;`,
  );
  const body = `begin ${steps.join(' ')} return null; end`;
  return toTrigger({ name: `${resource.name}.checks`, table: resource.name }, body, [
    `trigger % after insert or update on ${quoteName(resource.name)} for each row`,
  ]);
}

/** The conditions, one of which a write meets, so that the check is judged. */
function writesOf({ own, on }: Check): string[] {
  const names = [...own].filter((name) => name !== '_id');
  // A record gets a version when it is written, and none when only a value is computed again.
  if (on) names.push('_version');
  const differs = names.map(
    (name) => `NEW.${quoteName(name)} is distinct from OLD.${quoteName(name)}`,
  );
  const isUpdate = `TG_OP = 'UPDATE' and (${differs.join(' or ') || 'false'})`;
  return [
    ...(isJudgedAt('create', on) ? ["TG_OP = 'INSERT'"] : []),
    ...(isJudgedAt('update', on) ? [isUpdate] : []),
    'false',
  ];
}

/** Judges a record before it goes, because a check reads it where it is. */
function removalTrigger(
  descriptor: Descriptor,
  resource: Resource,
  checks: readonly Check[],
): Trigger[] {
  const steps = checks
    .filter(({ on }) => on?.includes('delete'))
    .map((check) =>
      judge(descriptor, resource, check, { which: `${OWN}._id = OLD._id`, before: 'OLD.' }),
    );
  if (steps.length === 0) return [];
  const body = `begin ${steps.join(' ')} return OLD; end`;
  return [
    toTrigger({ name: `${resource.name}.removals`, table: resource.name }, body, [
      `trigger % before delete on ${quoteName(resource.name)} for each row`,
    ]),
  ];
}

function judge(
  descriptor: Descriptor,
  resource: Resource,
  check: Check,
  { which, before }: { which: string; before: string },
): string {
  const broken = brokenSql(descriptor, resource, check, before);
  const name = quoteText(ruleName(resource, check));
  const whole = `${quoteText(`${resource.name}/`)} || ${OWN}._id`;
  const returning = `coalesce(nullif(current_setting(${quoteText(RETURNING)}, true), ''), '[]')::jsonb`;
  const isMeant = check.isStep ? ` and not ${returning} ? (${whole})` : '';
  const isFinished = `${whole} is distinct from current_setting(${quoteText(UNFINISHED)}, true)`;
  return (
    `if exists (select from ${quoteName(resource.name)} ${OWN} where ${which} and ${isFinished}${isMeant} and ${broken}) ` +
    `then raise exception 'a check does not hold' using errcode = 'check_violation', constraint = ${name}; end if;`
  );
}

function ruleName(resource: Resource, { name }: Pick<StoredRule, 'name'>): string {
  return `${resource.name}.${name}`;
}

/** The rule that PostgreSQL names in an error. */
export function findRule({ resources }: Pick<Descriptor, 'resources'>, constraint: string) {
  for (const resource of resources.values())
    for (const rule of storedRulesOf(resource))
      if (ruleName(resource, rule) === constraint) return { resource, rule };
  return undefined;
}
