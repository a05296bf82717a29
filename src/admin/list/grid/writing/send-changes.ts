import { headOf } from '../../../../fields/text/head-of-path.ts';
import { requireEntry, requireItem } from '../../../../fields/require-entry.ts';
import type { RaRecord } from 'react-admin';
import type { EntryResult } from '../../../../contract/bulk.ts';
import { toMergePatch } from '../../../../descriptor/merge-patch.ts';
import { isSameJson, type JsonObject } from '../../../../descriptor/json-object.ts';
import { DUPLICATE, type Problem } from '../../../../fields/problems/problem.ts';
import type { ChangeOrigin, RecordEntry } from '../../../client/bulk.ts';
import { problemText } from '../../../messages/problem-text.ts';
import { capitalise, messageOf } from '../../../client/http.ts';
import type { CellMark } from '../grid-store.ts';

type Values = Record<string, unknown>;
type WrittenRecord = Extract<EntryResult, { status: 'updated' }>['record'];

/** A record to create. */
export type NewRecord = {
  _id: string;
  data: Values;
  /** What to change if an earlier attempt, whose answer was lost, has created the record with other values. */
  correction?: Values;
};

/** The server's results until a call failed, and by record the problems of its cells. */
export type SentChanges = {
  updated: readonly EntryResult[];
  retried: readonly EntryResult[];
  /** One for each new record, undefined for those not known to be sent. */
  created: readonly (EntryResult | undefined)[];
  marks: ReadonlyMap<string, CellMarks>;
  /** The changes that are not known to be sent, and why. */
  unsent: readonly RecordChange[];
  error?: unknown;
};

/** Results in the order of their entries; with an error, those of the calls before it. */
type Sent<Result = EntryResult> = { results: readonly Result[]; error?: unknown };

type Send = (entries: readonly RecordEntry[], origin: ChangeOrigin) => Promise<Sent>;

/** The most records the server accepts in one call. */
const AT_ONCE = 1000;

type FieldNames = {
  labelOf: LabelOf;
  /** The fields that are written with a field or not at all. */
  partnersOf: (name: string) => readonly string[];
};

type SenderParts = FieldNames & {
  write: (entries: readonly RecordEntry[], origin: ChangeOrigin) => Promise<readonly EntryResult[]>;
};

/** Sends entries, each based on the state of its record after the last response. */
export function createSender({ write, ...names }: SenderParts) {
  const writtenRecords = new Map<string, NonNullable<WrittenRecord>>();

  const send = async (entries: readonly RecordEntry[], origin: ChangeOrigin): Promise<Sent> => {
    const results: EntryResult[] = [];
    try {
      for (let from = 0; from < entries.length; from += AT_ONCE)
        results.push(...(await write(entries.slice(from, from + AT_ONCE), origin)));
      return { results };
    } catch (error) {
      return { results, error };
    } finally {
      for (const result of results)
        if ('record' in result && result.record) writtenRecords.set(result._id, result.record);
    }
  };
  /** A value that was being saved when the user decided is stored by now, or was refused. */
  const rebased = (change: RecordChange): RecordChange => {
    const there = writtenRecords.get(change._id);
    if (!there || there._version < change._version) return change;
    return { ...change, _version: there._version, before: there };
  };
  /** Sends at most twice: the second time without the bad cells, or on top of other users' changes. */
  const sendChanges = async (
    decided: readonly RecordChange[],
    news: readonly NewRecord[],
    origin: ChangeOrigin,
  ): Promise<SentChanges> => {
    const changes = decided.map(rebased);
    const updated = await send(changes.map(toEntry), origin);
    const created = await unlessFailed(updated, () => createRecords(send, news, origin));
    const outcomes = updated.results.map((result, index) =>
      toOutcome(changes[index]!, result, names),
    );
    const rejected = outcomes.flatMap((outcome) => outcome.again ?? []);
    const retried = await unlessFailed(created, () => send(rejected.map(toEntry), origin));
    const marks = new Map(
      changes.map(({ _id }, index) => [_id, [...(outcomes[index]?.marks ?? [])]]),
    );
    for (const [index, result] of retried.results.entries()) {
      const change = requireItem(rejected, index);
      requireEntry(marks, change._id).push(...toOutcome(change, result, names).marks);
    }
    return {
      updated: updated.results,
      retried: retried.results,
      created: news.map((_, index) => created.results[index]),
      marks,
      unsent: [...changes.slice(updated.results.length), ...rejected.slice(retried.results.length)],
      error: retried.error,
    };
  };

  return sendChanges;
}

/** What follows a failed call would fail as well. */
async function unlessFailed<Result>({ error }: Sent<unknown>, next: () => Promise<Sent<Result>>) {
  return error === undefined ? next() : { results: [], error };
}

/** A record whose `_id` is taken was created by an earlier attempt: nobody else has chosen the same one. */
async function createRecords(
  send: Send,
  news: readonly NewRecord[],
  origin: ChangeOrigin,
): Promise<Sent<EntryResult | undefined>> {
  const entries = news.map(({ _id, data }) => ({ action: 'create', _id, data }) as const);
  const sent = await send(entries, origin);
  const isThere = (index: number): boolean => isOwnDuplicate(sent.results[index]);
  const corrections = news.flatMap(({ _id, correction }, index) =>
    correction && isThere(index)
      ? [{ action: 'update', _id, _version: '*', data: correction } as const]
      : [],
  );
  const corrected = await send(corrections, origin);
  let next = 0;
  const results = sent.results.map((result, index) => {
    if (!isThere(index)) return result;
    const { _id, correction } = news[index]!;
    return correction
      ? corrected.results[next++]
      : ({ index, _id, status: 'created', _version: 1 } as const);
  });
  return { results, error: sent.error ?? corrected.error };
}

function toEntry({ _id, _version, before, after }: RecordChange): RecordEntry {
  return { action: 'update', _id, _version, data: toMergePatch(before, after) };
}

/** Values to write into fields of a record, and the values the user saw when they decided. */
export type RecordChange = {
  _id: string;
  _version: number;
  before: JsonObject;
  after: Record<string, unknown>;
  /** Whether no value is written without the others. */
  isWhole: boolean | undefined;
};

/** Whether a new record was not created because an earlier attempt, whose answer was lost, has done it. */
export function isOwnDuplicate(result: EntryResult | undefined): boolean {
  return (
    result?.status === 'failed' &&
    result.problems.some(({ code, path }) => code === DUPLICATE && path === '_id')
  );
}

type CellMarks = readonly { name: string; mark: CellMark }[];

/** What to do about a record after a response: nothing, try again with less, or show the problems. */
type ResponseOutcome = { marks: CellMarks; again?: RecordChange };

/**
 * Reads the result of a change. One bad cell does not stop its row: the others are tried without it.
 * A change by somebody else in other fields is no conflict: the same change is tried on top of it.
 */
function toOutcome(
  change: RecordChange,
  result: EntryResult,
  { labelOf, partnersOf }: FieldNames,
): ResponseOutcome {
  if (result.status !== 'failed') return { marks: [] };
  const { current, problems } = result;
  if (current) return meetCurrent(change, current, partnersOf);
  const bad = new Map<string, Problem[]>();
  for (const each of problems) {
    const name = headOf(each.path);
    // A condition on written fields can be about another one, such as a food of an extraction.
    const names = [name, ...String(each.params?.['fields'] ?? '').split(', ')];
    const own = names.find((one) => Object.hasOwn(change.after, one));
    for (const one of own === undefined ? [] : [own, ...partnersOf(own)])
      if (Object.hasOwn(change.after, one)) bad.set(one, [...(bad.get(one) ?? []), each]);
  }
  // Every written cell shows the problems of the record as a whole.
  if (bad.size === 0 || change.isWhole)
    return { marks: failed(change, Object.keys(change.after), () => problems, labelOf) };
  return {
    marks: failed(change, [...bad.keys()], (name) => requireEntry(bad, name), labelOf),
    ...without(change, bad),
  };
}

function meetCurrent(
  change: RecordChange,
  current: Record<string, unknown>,
  partnersOf: FieldNames['partnersOf'],
): ResponseOutcome {
  const names = Object.keys(change.after);
  const version = Number(current['_version']);
  const isTheirs = (name: string): boolean =>
    !isSameJson(current[name] ?? null, change.before[name] ?? null) &&
    !isSameJson(current[name] ?? null, change.after[name] ?? null);
  const others = names.filter((name) => [name, ...partnersOf(name)].some(isTheirs));
  const theirs = change.isWhole && others.length > 0 ? names : others;
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

/** The marks of cells that could not be sent. With `again` the grid sends them another time. */
export function unsentMarks(
  { before, after }: RecordChange,
  error: unknown,
  again: { wait: number; paste?: string } | undefined,
): CellMarks {
  const said = messageOf(error);
  const unsent = again && { unsent: { record: before as RaRecord, ...again } };
  return Object.entries(after).map(([name, value]) => ({
    name,
    mark: { state: 'failed', value, said, ...unsent } as const,
  }));
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
