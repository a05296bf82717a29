import { headOf } from '../../../../fields/text/head-of-path.ts';
import { requireEntry } from '../../../../fields/require-entry.ts';
import type { RaRecord } from 'react-admin';
import type { EntryResult } from '../../../../contract/bulk.ts';
import { toMergePatch } from '../../../../descriptor/merge-patch.ts';
import { isSameJson, type JsonObject } from '../../../../descriptor/json-object.ts';
import type { Problem } from '../../../../fields/problems/problem.ts';
import type { ChangeOrigin, RecordEntry } from '../../../client/bulk.ts';
import { problemText } from '../../../messages/problem-text.ts';
import { capitalise, messageOf } from '../../../client/http.ts';
import type { CellMark } from '../grid-store.ts';

type Values = Record<string, unknown>;
type WrittenRecord = Extract<EntryResult, { status: 'updated' }>['record'];

/** The server's results, and by record the problems of its cells. */
export type SentChanges = {
  results: readonly EntryResult[];
  retried: readonly EntryResult[];
  marks: ReadonlyMap<string, ResponseOutcome['marks']>;
};

/** Sends entries, each based on the state of its record after the last response. */
export function createSender(
  write: (entries: readonly RecordEntry[], origin: ChangeOrigin) => Promise<readonly EntryResult[]>,
  labelOf: LabelOf,
) {
  const writtenRecords = new Map<string, NonNullable<WrittenRecord>>();

  const send = async (
    entries: readonly RecordEntry[],
    origin: ChangeOrigin,
  ): Promise<readonly EntryResult[]> => {
    if (entries.length === 0) return [];
    const results = await write(entries, origin);
    for (const result of results)
      if ('record' in result && result.record) writtenRecords.set(result._id, result.record);
    return results;
  };
  /** A value that was being saved when the user decided is stored by now, or was refused. */
  const rebased = (change: RecordChange): RecordChange => {
    const there = writtenRecords.get(change._id);
    if (!there || there._version < change._version) return change;
    return { ...change, _version: there._version, before: there };
  };
  const toEntry = ({ _id, _version, before, after }: RecordChange): RecordEntry => ({
    action: 'update',
    _id,
    _version,
    data: toMergePatch(before, after),
  });

  /** Sends at most twice: the second time without the bad cells, or on top of other users' changes. */
  const sendChanges = async (
    decided: readonly RecordChange[],
    created: readonly Values[],
    origin: ChangeOrigin,
  ): Promise<SentChanges> => {
    const changes = decided.map(rebased);
    const news = created.map((data): RecordEntry => ({ action: 'create', data }));
    const updated = await send(changes.map(toEntry), origin);
    // On their own, so that the same request can be repeated if its answer is lost.
    const results = [...updated, ...(await send(news, origin))];
    const outcomes = changes.map((change, index) => toOutcome(change, results[index]!, labelOf));
    const rejected = outcomes.flatMap((outcome) => outcome.again ?? []);
    const retried = await send(rejected.map(toEntry), origin);
    const marks = new Map(changes.map(({ _id }, index) => [_id, [...outcomes[index]!.marks]]));
    for (const [index, change] of rejected.entries())
      requireEntry(marks, change._id).push(...toOutcome(change, retried[index]!, labelOf).marks);
    return { results, retried, marks };
  };

  return sendChanges;
}

/** Values to write into fields of a record, and the values the user saw when they decided. */
export type RecordChange = {
  _id: string;
  _version: number;
  before: JsonObject;
  after: Record<string, unknown>;
};

/** What to do about a record after a response: nothing, try again with less, or show the problems. */
export type ResponseOutcome = {
  marks: readonly { name: string; mark: CellMark }[];
  again?: RecordChange;
};

/**
 * Reads the result of a change. One bad cell does not stop its row: the others are tried without it.
 * A change by somebody else in other fields is no conflict: the same change is tried on top of it.
 */
function toOutcome(change: RecordChange, result: EntryResult, labelOf: LabelOf): ResponseOutcome {
  if (result.status !== 'failed') return { marks: [] };
  const { current, problems } = result;
  if (current) return meetCurrent(change, current);
  const bad = new Map<string, Problem[]>();
  for (const each of problems) {
    const name = headOf(each.path);
    // A condition on written fields can be about another one, such as a food of an extraction.
    const names = [name, ...String(each.params?.['fields'] ?? '').split(', ')];
    const own = names.find((one) => Object.hasOwn(change.after, one));
    if (own !== undefined) bad.set(own, [...(bad.get(own) ?? []), each]);
  }
  // Every written cell shows the problems of the record as a whole.
  if (bad.size === 0)
    return { marks: failed(change, Object.keys(change.after), () => problems, labelOf) };
  return {
    marks: failed(change, [...bad.keys()], (name) => requireEntry(bad, name), labelOf),
    ...without(change, bad),
  };
}

function meetCurrent(change: RecordChange, current: Record<string, unknown>): ResponseOutcome {
  const names = Object.keys(change.after);
  const version = Number(current['_version']);
  const isTheirs = (name: string): boolean =>
    !isSameJson(current[name] ?? null, change.before[name] ?? null) &&
    !isSameJson(current[name] ?? null, change.after[name] ?? null);
  const theirs = names.filter(isTheirs);
  const marks = theirs.map((name) => ({
    name,
    mark: { state: 'conflict', value: change.after[name], theirs: current[name], version } as const,
  }));
  const rest = without({ ...change, _version: version }, new Set(theirs));
  return { marks, ...rest };
}

function without(
  change: RecordChange,
  names: ReadonlySet<string> | ReadonlyMap<string, unknown>,
): { again?: RecordChange } {
  const after = Object.fromEntries(
    Object.entries(change.after).filter(([name]) => !names.has(name)),
  );
  return Object.keys(after).length === 0 ? {} : { again: { ...change, after } };
}

function failed(
  { after }: RecordChange,
  names: readonly string[],
  problemsOf: (name: string) => readonly Problem[],
  labelOf: LabelOf,
): { name: string; mark: CellMark }[] {
  return names.map((name) => ({
    name,
    mark: {
      state: 'failed',
      value: after[name],
      said: problemsText(problemsOf(name), (other) =>
        other === name ? undefined : labelOf(other),
      ),
    },
  }));
}

/** The outcome for cells that could not be sent at all. With `wait` they are sent again after these milliseconds. */
export function unsentOutcome(
  { before, after }: RecordChange,
  error: unknown,
  wait: number | undefined,
): ResponseOutcome {
  const message = messageOf(error);
  const unsent = wait === undefined ? {} : { unsent: { record: before as RaRecord, wait } };
  const marks = Object.entries(after).map(([name, value]) => ({
    name,
    mark: { state: 'failed', value, said: message, ...unsent } as const,
  }));
  return { marks };
}

/** The label of a field in the language of the screens. */
export type LabelOf = (name: string) => string | undefined;

/** The texts of problems, with the labels of their fields where the reader does not see which these are. */
export function problemsText(
  problems: readonly Problem[],
  labelOf: LabelOf = () => undefined,
): string {
  const messages = problems.map((each) => {
    const label = labelOf(headOf(each.path));
    const text = problemText(each);
    return label === undefined ? text : `${label}: ${text}`;
  });
  return capitalise([...new Set(messages)].join('; '));
}
