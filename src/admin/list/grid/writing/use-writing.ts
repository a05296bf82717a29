import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { useConfig } from '../../../client/config.tsx';
import type { RecordProvider } from '../../../client/data-provider.ts';
import { stepsKey } from '../../../client/undo-steps.ts';
import { useNotifyError } from '../../../client/use-notify-error.ts';
import { useReportUndo, useRunUndo } from '../../../kit/undo/use-undo.ts';
import { useResource } from '../../../kit/use-resource.ts';
import type { GridStore } from '../grid-store.ts';
import type { CellChange, WriteOptions, Writer } from './create-writer.ts';

/** Writes values of a list in steps that can be undone, for the grid and for boards and calendars. */
export function useWriting(store: GridStore) {
  const writer = useWriter(store);
  const notify = useNotify();
  const notifyError = useNotifyError();
  const report = useReportUndo();

  const work = async <T>(does: (writer: Writer) => Promise<T>): Promise<T | undefined> => {
    try {
      const ready = writer.get();
      return await does(ready instanceof Promise ? await ready : ready);
    } catch (error) {
      notifyError(error);
      return undefined;
    }
  };
  const step = (way: 'undo' | 'redo') => (): void =>
    void work(async (ready) => {
      const done = await ready[way]();
      if (done === undefined) return notify(`grid.nothing_to_${way}`);
      report(done.order, done.job, `grid.${way}_done`);
    });

  return {
    prepare: writer.prepare,
    /** As the writer does it; undefined after a failure, which it reports. */
    write: (changes: readonly CellChange[], more?: WriteOptions) =>
      work((ready) => ready.write(changes, more)),
    undo: step('undo'),
    redo: step('redo'),
  };
}

const load = () => import('./create-writer.ts');

/** The writer of cells, one for the life of the list; its code is loaded with the first edit. */
function useWriter(store: GridStore) {
  const { user } = useConfig();
  const { resource } = useResource();
  const queries = useQueryClient();
  const { writeRecords } = useDataProvider<RecordProvider>();
  const undo = useRunUndo();
  const kept = useRef<Writer>(undefined);
  const fetched = async (): Promise<Writer> => {
    const { createWriter } = await load();
    const key = stepsKey(user, resource);
    kept.current ??= createWriter({ resource, store, queries, writeRecords, undo, key });
    return kept.current;
  };
  return {
    /** Called when the user starts to edit. If loading fails, the write itself tries again and reports it. */
    prepare: () => void (kept.current ?? fetched().catch(() => undefined)),
    /** The writer itself once it is loaded, so that the value shows in the same frame as the key. */
    get: () => kept.current ?? fetched(),
  };
}
