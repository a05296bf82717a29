import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query';
import type { RaRecord } from 'react-admin';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import { isSameJson } from '../../../../descriptor/json-object.ts';
import { textIn } from '../../../../fields/problems/localized-text.ts';
import { language } from '../../../messages/language.ts';
import type { EntryResult } from '../../../../contract/bulk.ts';
import type { ChangeOrigin, WriteRecords } from '../../../client/bulk.ts';
import { addStep, inTurn, newChangeSet, type StepFacts } from '../../../client/undo-steps.ts';
import { THREADS } from '../../../../descriptor/filter/filter.ts';
import { COLORS, isJudgedOnScreen } from '../../../../descriptor/filter/seen-colors.ts';
import { messageOf } from '../../../client/http.ts';
import { isPassing, pauseAfter } from '../../../client/passing-trouble.ts';
import { partnersOf } from '../../../../descriptor/partners-of.ts';
import { readChanges, type CellChange } from './read-changes.ts';
import { toRecord } from '../../../client/record-json.ts';
import { wholeRecordKey } from '../../../record/use-refresh.ts';
import { setMarks, type GridStore, type MarkChange } from '../grid-store.ts';
import {
  createSender,
  isOwnDuplicate,
  type NewRecord,
  type SentChanges,
  problemsText,
  unsentMarks,
  type RecordChange,
} from './send-changes.ts';

export type Writer = {
  /** Shows the values at once and writes them in one call; problems appear at their cells. Answers the new rows that failed. */
  write(changes: readonly CellChange[], more?: WriteOptions): Promise<readonly Uncreated[]>;
};

/** A new row by its position, why it was not created, and the milliseconds until it can be sent again unchanged. */
export type Uncreated = { index: number; said: string; wait?: number };

export type WriteOptions = {
  created?: readonly NewRecord[];
  /** That of earlier calls for the same paste, which is undone as a whole. */
  changeSet?: string;
  way?: ChangeOrigin['way'];
  /** Whether the values of a record belong together: none is written without the others. */
  isWhole?: boolean;
};

type Parts = {
  resource: Resource;
  store: GridStore;
  queries: QueryClient;
  writeRecords: WriteRecords;
  /** The key under which this tab stores the steps. */
  key: string;
};

/**
 * Writes cells by `POST {root}/bulk`, one call after another, each based on the versions that the last one
 * returned. What belongs together is one change set, which the server undoes.
 */
export function createWriter({ resource, store, queries, writeRecords, key }: Parts): Writer {
  const labelOf = (name: string) => {
    const label = resource.fields.get(name)?.label;
    return label && textIn(label, language());
  };
  const sendChanges = createSender({
    labelOf,
    partnersOf: (name) => partnersOf(resource, name),
    async write(entries, origin) {
      const results = await writeRecords(resource.name, entries, origin);
      showWritten(queries, resource, results);
      return results;
    },
  });
  let failures = 0;

  return {
    async write(cells, { created = [], changeSet = newChangeSet(), way = 'grid', isWhole } = {}) {
      const { changes, marks } = readChanges(resource, cells, store.get().marks, isWhole);
      setMarks(store, marks);
      const sent = await inTurn(key, async () => {
        const answer = await sendChanges(changes, created, { changeSet, way });
        // What was written before a call failed can be undone as well.
        if ([...answer.updated, ...answer.retried, ...answer.created].some(isWritten))
          addStep(key, changeSet, toFacts(changes, answer, way));
        return answer;
      });
      const { error, unsent } = sent;
      const wait = isPassing(error) ? pauseAfter(error, failures) : undefined;
      failures = error === undefined ? 0 : failures + 1;
      const again =
        wait === undefined ? undefined : { wait, ...(way === 'paste' && { paste: changeSet }) };
      const refused = new Map(sent.marks);
      for (const change of unsent)
        refused.set(change._id, [
          ...(refused.get(change._id) ?? []),
          ...unsentMarks(change, error, again),
        ]);
      // The rows hear of the written values in a task of their own. Without its mark before that, a cell would show the
      // old value for a moment, and an editor that opens then would start from it.
      await new Promise<void>((resolve) => notifyManager.schedule(resolve));
      showSettled(store, changes, refused);
      return sent.created.flatMap((result, index): Uncreated[] => {
        if (result === undefined)
          return [{ index, said: messageOf(error), ...(wait !== undefined && { wait }) }];
        if (result.status !== 'failed') return [];
        return [{ index, said: problemsText(result.problems, labelOf) }];
      });
    },
  };
}

function isWritten(result: EntryResult | undefined): boolean {
  return result !== undefined && result.status !== 'failed' && result.status !== 'unchanged';
}

/** The facts of a step, without the cells that were rejected or not sent. */
function toFacts(
  changes: readonly RecordChange[],
  { created, marks, unsent }: SentChanges,
  way: ChangeOrigin['way'],
): StepFacts {
  const left = new Map(unsent.map(({ _id, after }) => [_id, Object.keys(after)]));
  const written = changes.map(({ _id, after }) => {
    const refused = marks.get(_id)?.map(({ name }) => name) ?? [];
    const others = new Set([...refused, ...(left.get(_id) ?? [])]);
    return Object.keys(after).filter((name) => !others.has(name));
  });
  const cells = written.flat();
  const [field, ...others] = new Set(cells);
  const news = created.filter(isWritten).length;
  return {
    did: way === 'paste' ? 'paste' : 'edit',
    records: written.filter((names) => names.length > 0).length + news,
    cells: cells.length,
    ...(field !== undefined && others.length === 0 && news === 0 && { field }),
  };
}

/** Marks the refused cells and clears the others. */
function showSettled(
  store: GridStore,
  changes: readonly RecordChange[],
  refused: SentChanges['marks'],
): void {
  const { marks } = store.get();
  const settled = changes.flatMap(({ _id: id, after }) =>
    Object.entries(after)
      // A newer value in the same cell has its own mark, which stays.
      .filter(([name, value]) => marks.get(id)?.[name]?.value === value)
      .map(([name]): MarkChange => {
        const bad = refused.get(id)?.find((each) => each.name === name);
        return { id, name, mark: bad?.mark };
      }),
  );
  setMarks(store, settled);
}

type Listed = { data?: readonly RaRecord[] };

/**
 * Puts the written values into the shown lists, before these are read again. An unchanged row stays the
 * same object, so that it does not render again.
 */
function showWritten(queries: QueryClient, resource: Resource, results: readonly EntryResult[]) {
  const written = new Map<string, RaRecord>();
  for (const result of results) {
    if (result.status === 'failed') continue;
    if ('record' in result && result.record)
      written.set(result._id, toRecord(result.record) as RaRecord);
  }
  for (const record of written.values())
    queries.setQueryData(wholeRecordKey(resource.name, record.id), record);
  for (const kind of ['getList', 'endless', 'tree'])
    queries.setQueriesData<Listed>({ queryKey: [resource.name, kind] }, (list) => {
      if (!list?.data?.some(({ id }) => written.has(String(id)))) return list;
      return { ...list, data: list.data.map((row) => updated(row, written.get(String(row.id)))) };
    });
  const isRowsOther = results.some(
    (result) => result.status === 'created' || isOwnDuplicate(result),
  );
  // Only the server knows the colours that other records decide.
  const isColored = resource.list.colors.some((color) => !isJudgedOnScreen(color));
  const isOfResource = ({ queryKey: [name, method] }: Query): boolean =>
    name === resource.name && method !== 'getOne';
  void queries.invalidateQueries({ predicate: isOfResource, refetchType: 'none' });
  // New rows are looked up at once; the server reports other changes anyway. An answer that is on its way may be from
  // before the write: it would show the old values, and the user would go on from them.
  void queries.refetchQueries({
    predicate: (query) =>
      isOfResource(query) && (isRowsOther || isColored || query.state.fetchStatus === 'fetching'),
    type: 'active',
  });
}

/** The row with current values in the fields it shows. */
function updated(row: RaRecord, record: RaRecord | undefined): RaRecord {
  if (record === undefined) return row;
  // The colours and the numbers of comments stay until the list says them again.
  const next = Object.fromEntries(
    Object.keys(row).map((name) => [
      name,
      (name === COLORS || name === THREADS ? row : record)[name],
    ]),
  );
  return isSameJson(row, next) ? row : { ...row, ...next };
}
