import type { Resource } from '../../descriptor/descriptor.ts';
import type { Problem } from '../../fields/problem.ts';
import { RolledBack } from '../connection/errors.ts';
import { quoteName } from '../connection/sql.ts';
import type { WriteOutcome } from '../store.ts';
import { toReadParts } from './complete.ts';
import { findRecords } from './read.ts';
import { findMismatches, targetRules } from './target-rules.ts';
import type { WriteParts } from './write.ts';

type Values = Readonly<Record<string, unknown>>;

/** A record as it was written: the values of the write, and the record before; a new one has none. */
export type WrittenRecord = { id: string; values: Values; before?: Values | undefined };

export type WrittenRules = {
  /** The fields that the rules compare with how they were. */
  names: readonly string[];
  /** The problems of records that were written in this transaction, by `_id`; none for those that follow the rules. */
  check(parts: WriteParts, written: readonly WrittenRecord[]): Promise<Map<string, Problem[]>>;
  /** Does the same for the outcome of one write, and takes back the transaction of one that breaks a rule. */
  checkOne(
    parts: WriteParts,
    write: Omit<WrittenRecord, 'before'>,
    outcome: WriteOutcome,
  ): Promise<void>;
};

/**
 * The rules between records that a write of these fields may break. Only the database knows the other records, so it
 * checks what was written, in the transaction of the write and with one statement for a set. Undefined where no rule
 * applies.
 */
export function writtenRules(
  resource: Resource,
  names: readonly string[],
  userId: string | null,
): WrittenRules | undefined {
  const rules = targetRules(resource, names);
  if (rules.length === 0) return undefined;
  const check: WrittenRules['check'] = (parts, written) =>
    findMismatches(parts, resource, rules, { written, userId });
  return {
    names: [...new Set(rules.flatMap(({ field, looksAt }) => [field.name, ...looksAt]))],
    check,
    async checkOne(parts, { id, values }, outcome) {
      if ('failure' in outcome || outcome.record === outcome.before) return;
      const problems = (await check(parts, [{ id, values, before: outcome.before }])).get(id);
      if (problems) throw new RolledBack({ failure: 'invalid', problems });
    },
  };
}

/** Whether a problem comes from a rule between records. */
export function isBetweenRecords({ code }: Problem): boolean {
  return ['V055'].includes(String(code));
}

/** Locks records that are about to be changed, and returns what the rules compare with. */
export async function lockBefore(
  parts: WriteParts,
  resource: Resource,
  { names }: WrittenRules,
  ids: readonly string[],
): Promise<Map<string, Values>> {
  const { connection } = parts;
  await connection.run({
    text: `select from ${quoteName(resource.name)} where _id = any($1::text[]) order by _id for update`,
    values: [ids],
  });
  const records = await findRecords(toReadParts(parts), resource, '_id', ids, names);
  return new Map(records.map((record) => [record._id, record]));
}

/** Some records of a set broke a rule, so that none of it was written. */
export class BrokenRules extends Error {
  readonly problems: ReadonlyMap<string, Problem[]>;

  constructor(problems: ReadonlyMap<string, Problem[]>) {
    super('nothing was written');
    this.problems = problems;
  }
}
