import type { QueryClient } from '@tanstack/react-query';
import type { RaRecord } from 'react-admin';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import { checkField } from '../../../../descriptor/field-check.ts';
import { isSameJson } from '../../../../descriptor/json-object.ts';
import { withoutLeft } from '../../../../descriptor/left-parts.ts';
import type { EntryResult } from '../../../../contract/bulk.ts';
import type { WriteRecords } from '../../../client/bulk.ts';
import { toRecord } from '../../../client/data-provider.ts';
import { wholeRecordKey } from '../../../record/use-refresh.ts';
import { type GridStore, withMarks, type CellMark } from '../grid-store.ts';
import {
  createSender,
  type SentChanges,
  sayProblems,
  unsent,
  type RecordChange,
} from './send-changes.ts';
import {
  isFailed,
  reverseStep,
  keepSteps,
  readSteps,
  toStep,
  withStep,
  type Steps,
} from './undo-steps.ts';

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
export function createWriter({ resource, store, queries, writeRecords, key }: Parts): Writer {
  const sender = createSender(async (entries) => {
    const results = await writeRecords(resource.name, entries);
    showWritten(queries, resource, results);
    return results;
  });
  let last: Promise<unknown> = Promise.resolve();
  let steps = readSteps(key);

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    // The next call waits for the end of this one, however it ends; its caller hears of a failure.
    last = turn.catch(() => undefined);
    return turn;
  };
  const keep = (next: Steps): void => keepSteps(key, (steps = next));

  /** Reverses the last step of one list, which then is the last of the other. */
  const travel = (from: keyof Steps, to: keyof Steps): Promise<Written | undefined> =>
    inTurn(async () => {
      const step = steps[from].at(-1);
      if (step === undefined) return undefined;
      const { reverse, written } = await reverseStep(sender, resource, step);
      const reversed = reverse.length > 0 ? [...steps[to], reverse] : steps[to];
      keep({ ...steps, [from]: steps[from].slice(0, -1), [to]: reversed });
      return written;
    });

  return {
    async write(cells, created = []) {
      const { changes, refused } = toChanges(resource, cells);
      for (const [id, marks] of refused) setMarks(store, id, marks);
      showSaving(store, changes);
      const count = cells.length + created.length;
      const early = [...refused.values()].reduce((sum, each) => sum + each.length, 0);
      try {
        const { results, marks } = await inTurn(async () => {
          const sent = await sender.sendChanges(changes, created);
          const step = toStep([...sent.results, ...sent.retried]);
          if (step.length > 0) keep(withStep(steps, step));
          return sent;
        });
        const news = results.slice(changes.length);
        const failed = early + showSettled(store, changes, marks) + news.filter(isFailed).length;
        return { written: count - failed, failed };
      } catch (error) {
        const marks = new Map(changes.map((change) => [change._id, unsent(change, error).marks]));
        showSettled(store, changes, marks);
        return { written: 0, failed: count };
      }
    },
    undo: () => travel('done', 'undone'),
    redo: () => travel('undone', 'done'),
  };
}

function setMarks(
  store: GridStore,
  id: string,
  marks: readonly { name: string; mark: CellMark | undefined }[],
): void {
  const changes = marks.map((each) => ({ id, ...each }));
  store.set({ marks: withMarks(store.get().marks, changes) });
}

function showSaving(store: GridStore, changes: readonly RecordChange[]): void {
  for (const { _id, after } of changes) {
    const marks = Object.entries(after).map(([name, value]) => ({
      name,
      mark: { state: 'saving', value } as const,
    }));
    setMarks(store, _id, marks);
  }
}

/** Marks the cells that were refused and clears the others; answers how many were refused. */
function showSettled(
  store: GridStore,
  changes: readonly RecordChange[],
  marks: SentChanges['marks'],
): number {
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
    setMarks(store, _id, [...good.map((name) => ({ name, mark: undefined })), ...bad]);
  }
  return failed;
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

type Listed = { data?: readonly RaRecord[] };

/**
 * Puts what was written into what is shown, before the lists are read again. A row that is
 * as it was stays the same object, so that it is not drawn again.
 */
export function showWritten(
  queries: QueryClient,
  resource: Resource,
  results: readonly EntryResult[],
): void {
  const written = new Map<string, RaRecord>();
  for (const result of results) {
    if (result.status === 'failed') continue;
    if (result.status === 'deleted')
      queries.removeQueries({ queryKey: wholeRecordKey(resource.name, result._id) });
    else if (result.record) written.set(result._id, toRecord(result.record) as RaRecord);
  }
  for (const record of written.values())
    queries.setQueryData(wholeRecordKey(resource.name, record.id), record);
  for (const kind of ['getList', 'endless'])
    queries.setQueriesData<Listed>({ queryKey: [resource.name, kind] }, (list) => {
      if (!list?.data?.some(({ id }) => written.has(String(id)))) return list;
      return { ...list, data: list.data.map((row) => updated(row, written.get(String(row.id)))) };
    });
  const isRowsOther = results.some(({ status }) => status === 'created' || status === 'deleted');
  void queries.invalidateQueries({
    predicate: ({ queryKey: [name, method] }) => name === resource.name && method !== 'getOne',
    // Rows that came or went are looked for at once; other changes are told by the server anyway.
    refetchType: isRowsOther ? 'active' : 'none',
  });
}

/** The row with the values it shows as they are now. */
function updated(row: RaRecord, record: RaRecord | undefined): RaRecord {
  if (record === undefined) return row;
  const next = Object.fromEntries(Object.keys(row).map((name) => [name, record[name]]));
  return isSameJson(row, next) ? row : { ...row, ...next };
}
