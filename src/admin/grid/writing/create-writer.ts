import type { QueryClient } from '@tanstack/react-query';
import type { RaRecord } from 'react-admin';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { checkField } from '../../../descriptor/field-check.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import { withoutLeft } from '../../../descriptor/left-parts.ts';
import { toMergePatch } from '../../provider/merge-patch.ts';
import { fromRecord } from '../../client/record-shape.ts';
import type { EntryResult, RecordEntry, WriteRecords } from '../../client/write-records.ts';
import type { GridStore } from '../../list/grid/grid-store.ts';
import { withMarks, type CellMark } from '../../list/grid/cell-mark.ts';
import { showWritten } from '../../list/grid/writing/show-written.ts';
import {
  sayProblems,
  toOutcome,
  unsent,
  type Outcome,
  type RecordChange,
} from '../../list/grid/writing/sort-results.ts';
import {
  keepSteps,
  readSteps,
  toReversal,
  toStep,
  withStep,
  type Step,
} from '../../list/grid/writing/undo-steps.ts';

/** A value for a field of a record that is on the page. */
export type CellChange = {
  record: RaRecord;
  name: string;
  value: unknown;
  /** Why it cannot be told what is meant: it is said at the cell, and not sent. */
  refused?: string;
};

export type Written = { written: number; failed: number };

export type Writer = {
  /** Shows the values at once and writes them in one call; what is wrong stands at its cell. `created` come new. */
  write(changes: readonly CellChange[], created?: readonly Values[]): Promise<Written>;
  /** Undefined where there is nothing to undo. */
  undo(): Promise<Written | undefined>;
  redo(): Promise<Written | undefined>;
};

type Values = Record<string, unknown>;

type Parts = {
  resource: Resource;
  store: GridStore;
  queries: QueryClient;
  writeRecords: WriteRecords;
  /** Under which name the steps are kept in this tab. */
  key: string;
};

/** Writes cells by `POST {root}/bulk`, one call after another, each on the versions the one before left. */
export function createWriter(parts: Parts): Writer {
  const { resource, store, queries, writeRecords, key } = parts;
  const versions = new Map<string, number>();
  let last: Promise<unknown> = Promise.resolve();
  let steps = readSteps(key);

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    // Whoever comes next waits for the end of it, however it ends; its caller hears of a failure.
    last = turn.catch(() => undefined);
    return turn;
  };
  const keep = (next: typeof steps): void => keepSteps(key, (steps = next));
  const mark = (id: string, marks: readonly { name: string; mark: CellMark | undefined }[]) =>
    store.set({
      marks: withMarks(
        store.get().marks,
        marks.map((each) => ({ id, ...each })),
      ),
    });
  const send = async (entries: readonly RecordEntry[]): Promise<readonly EntryResult[]> => {
    if (entries.length === 0) return [];
    const results = await writeRecords(resource.name, entries);
    for (const result of results) if ('record' in result) versions.set(result._id, result._version);
    showWritten(queries, resource, results);
    return results;
  };
  const versionOf = ({ _id, _version }: RecordChange): number =>
    Math.max(_version, versions.get(_id) ?? 0);
  const toEntry = (change: RecordChange): RecordEntry => ({
    action: 'update',
    _id: change._id,
    _version: versionOf(change),
    data: toMergePatch(change.before, { ...change.before, ...change.after }) ?? change.after,
  });

  /** Twice at most: what a first answer says can be done without its bad cells, or upon what came between, is tried again. */
  const sendChanges = async (changes: readonly RecordChange[], created: readonly Values[]) => {
    const news = created.map((data): RecordEntry => ({ action: 'create', data }));
    const results = [...(await send([...changes.map(toEntry), ...news]))];
    const outcomes = changes.map((change, index) => toOutcome(change, results[index]!));
    const again = outcomes.flatMap((outcome) => outcome.again ?? []);
    const second = await send(again.map(toEntry));
    const marks = new Map(changes.map(({ _id }, index) => [_id, [...outcomes[index]!.marks]]));
    for (const [index, change] of again.entries())
      marks.get(change._id)!.push(...toOutcome(change, second[index]!).marks);
    const step = toStep([...results, ...second]);
    if (step.length > 0) keep(withStep(steps, step));
    return { results, marks };
  };

  return {
    async write(cells, created = []) {
      const { changes, refused } = toChanges(resource, cells);
      for (const [id, marks] of refused) mark(id, marks);
      for (const { _id, after } of changes)
        mark(
          _id,
          Object.entries(after).map(([name, value]) => ({
            name,
            mark: { state: 'saving', value },
          })),
        );
      const settle = (marks: ReadonlyMap<string, Outcome['marks']>): number => {
        let failed = 0;
        for (const { _id, after } of changes) {
          const bad = marks.get(_id) ?? [];
          failed += bad.length;
          // What was written into the cell meanwhile has a mark of its own, which stays.
          const isOwn = (name: string): boolean =>
            store.get().marks.get(_id)?.[name]?.value === after[name];
          const good = Object.keys(after).filter(
            (name) => isOwn(name) && !bad.some((each) => each.name === name),
          );
          mark(_id, [...good.map((name) => ({ name, mark: undefined })), ...bad]);
        }
        return failed;
      };
      const count = cells.length + created.length;
      const early = [...refused.values()].reduce((sum, each) => sum + each.length, 0);
      try {
        const { results, marks } = await inTurn(() => sendChanges(changes, created));
        const news = results.slice(changes.length);
        const failed = early + settle(marks) + news.filter(isFailed).length;
        return { written: count - failed, failed };
      } catch (error) {
        settle(new Map(changes.map((change) => [change._id, unsent(change, error).marks])));
        return { written: 0, failed: count };
      }
    },

    undo: () =>
      inTurn(async () => {
        const step = steps.done.at(-1);
        if (step === undefined) return undefined;
        const { reverse, written } = await reversed(step);
        const done = steps.done.slice(0, -1);
        keep({ done, undone: reverse.length > 0 ? [...steps.undone, reverse] : steps.undone });
        return written;
      }),

    redo: () =>
      inTurn(async () => {
        const step = steps.undone.at(-1);
        if (step === undefined) return undefined;
        const { reverse, written } = await reversed(step);
        const undone = steps.undone.slice(0, -1);
        keep({ undone, done: reverse.length > 0 ? [...steps.done, reverse] : steps.done });
        return written;
      }),
  };

  /** What the step did is taken back where nobody touched it since; the answer is the step that brings it again. */
  async function reversed(step: Step): Promise<{ reverse: Step; written: Written }> {
    const own = (record: Values): Values =>
      Object.fromEntries(Object.entries(fromRecord(record)).filter(([name]) => mayCome(name)));
    const entries = toReversal(step, own).map((entry, index) => {
      const part = step[index]!;
      if (entry.action === 'create') return { ...entry, _id: part._id };
      const known = versions.get(part._id);
      return known === undefined ? entry : { ...entry, _version: known };
    });
    const first = await send(entries);
    // Others of our own steps may have written the record since, and were taken back.
    const again = step.flatMap((part, index): RecordEntry[] => {
      const result = first[index]!;
      const entry = entries[index]!;
      if (result.status !== 'failed' || !result.current || entry.action === 'create') return [];
      return isAsLeft(part, result.current)
        ? [{ ...entry, _version: Number(result.current['_version']) }]
        : [];
    });
    const second = await send(again);
    const results = [...first.filter((result) => !isFailed(result)), ...second];
    const failed = step.length - results.filter((result) => !isFailed(result)).length;
    return { reverse: toStep(results), written: { written: step.length - failed, failed } };
  }

  function mayCome(name: string): boolean {
    return resource.fields.get(name)?.readOnly === false;
  }
}

function isFailed({ status }: EntryResult): boolean {
  return status === 'failed';
}

/** Has nobody changed since what the step had written? */
function isAsLeft(part: Step[number], current: Values): boolean {
  if (part.kind === 'deleted') return false;
  const left: Values = part.kind === 'changed' ? part.after : fromRecord(part.record);
  return Object.entries(left).every(([name, value]) =>
    isSameJson(value ?? null, current[name] ?? null),
  );
}

/** By record what is to be written, and what is refused before anybody is asked. */
function toChanges(resource: Resource, cells: readonly CellChange[]) {
  const changes = new Map<string, RecordChange>();
  const refused = new Map<string, { name: string; mark: CellMark }[]>();
  for (const { record, name, value, refused: reason } of cells) {
    const id = String(record.id);
    const field = resource.fields.get(name)!;
    const checked = checkField(field, withoutLeft(field, value, record[name]));
    if (reason !== undefined || 'problems' in checked) {
      const said = reason ?? ('problems' in checked ? sayProblems(checked.problems) : '');
      refused.set(id, [
        ...(refused.get(id) ?? []),
        { name, mark: { state: 'failed', value, said } },
      ]);
      continue;
    }
    if (isSameJson(record[name] ?? null, checked.value ?? null)) continue;
    const change: RecordChange = changes.get(id) ?? {
      _id: id,
      _version: Number(record['_version']),
      before: record,
      after: {},
    };
    change.after[name] = checked.value;
    changes.set(id, change);
  }
  return { changes: [...changes.values()], refused };
}
