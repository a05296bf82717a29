import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Problem } from '../../../fields/problems/problem.ts';
import type { Connection } from '../../connection/connection.ts';
import { RolledBack } from '../../connection/errors.ts';
import { quoteName } from '../../connection/sql.ts';
import type { WriteFailure, WriteOutcome } from '../../store.ts';
import { toReadContext, type WriteContext } from '../query/complete.ts';
import { findRecords } from '../query/read.ts';
import { findMismatches, targetRules, type Values, type WrittenRecord } from './target-rules.ts';
import { findTreeProblems, lockTree } from './tree-rules.ts';

export type WrittenRules = {
  /** The fields that the rules compare with how they were. */
  names: readonly string[];
  /** Runs in the transaction of the write, before it. */
  lock(connection: Connection): Promise<void>;
  /** The problems of records that were written in this transaction, by `_id`; none for those that follow the rules. */
  check(context: WriteContext, written: readonly WrittenRecord[]): Promise<Map<string, Problem[]>>;
  /** Does the same for the outcome of one write, and takes back the transaction of one that breaks a rule. */
  checkOne(
    context: WriteContext,
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
  const { tree } = resource;
  const isMove = tree !== undefined && names.includes(tree.field);
  if (rules.length === 0 && !isMove) return undefined;
  const check: WrittenRules['check'] = async (context, written) => {
    const wrong = isMove ? await findTreeProblems(context, resource, written) : new Map();
    const mismatches = await findMismatches(context, resource, rules, { written, userId });
    for (const [id, problems] of mismatches) wrong.set(id, [...(wrong.get(id) ?? []), ...problems]);
    return wrong;
  };
  const compared = rules.flatMap(({ field, looksAt }) => [field.name, ...looksAt]);
  return {
    names: [...new Set(isMove ? [...compared, tree.field] : compared)],
    lock: async (connection) => {
      if (isMove) await lockTree(connection, resource);
    },
    check,
    async checkOne(context, { id, values }, outcome) {
      if ('failure' in outcome || outcome.record === outcome.before) return;
      const problems = (await check(context, [{ id, values, before: outcome.before }])).get(id);
      if (!problems) return;
      throw new RolledBack({ failure: 'invalid', problems, isJudged: true } satisfies WriteFailure);
    },
  };
}

/** Locks records that are about to be changed, and returns what the rules compare with. */
export async function lockBefore(
  context: WriteContext,
  resource: Resource,
  { names }: WrittenRules,
  ids: readonly string[],
): Promise<Map<string, Values>> {
  const { connection } = context;
  await connection.run({
    text: `select from ${quoteName(resource.name)} where _id = any($1::text[]) order by _id for update`,
    values: [ids],
  });
  const records = await findRecords(toReadContext(context), resource, {
    values: ids,
    fields: names,
  });
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
