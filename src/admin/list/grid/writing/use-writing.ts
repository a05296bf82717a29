import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useDataProvider } from 'react-admin';
import { useConfig } from '../../../client/config.tsx';
import type { RecordProvider } from '../../../client/data-provider.ts';
import { stepsKey } from '../../../client/undo-steps.ts';
import { useNotifyError } from '../../../client/use-notify-error.ts';
import { useResource } from '../../../kit/use-resource.ts';
import type { GridStore } from '../grid-store.ts';
import type { CellChange } from './read-changes.ts';
import type { WriteOptions, Writer } from './create-writer.ts';
import type { NewRecord } from './send-changes.ts';

/** Writes values of a list in steps that can be undone, for the grid and for boards and calendars. */
export function useWriting(store: GridStore) {
  const writer = useWriter(store);
  const notifyError = useNotifyError();

  const work = async <T>(does: (writer: Writer) => Promise<T>): Promise<T | undefined> => {
    try {
      const ready = writer.get();
      return await does(ready instanceof Promise ? await ready : ready);
    } catch (error) {
      notifyError(error);
      return undefined;
    }
  };

  return {
    prepare: writer.prepare,
    /** As the writer does it; undefined after a failure, which it reports. */
    write: (changes: readonly CellChange[], more?: WriteOptions) =>
      work((ready) => ready.write(changes, more)),
    /** As `write`, but rejects if the writer cannot be loaded, so that nothing was sent. */
    create: async (
      created: readonly NewRecord[],
      changes: readonly CellChange[],
      changeSet: string,
    ) => (await writer.get()).write(changes, { created, changeSet, way: 'paste' }),
  };
}

const load = () => import('./create-writer.ts');

/** The writer of cells, one for the life of the list; its code is loaded with the first edit. */
function useWriter(store: GridStore) {
  const { user } = useConfig();
  const { resource } = useResource();
  const queries = useQueryClient();
  const { writeRecords } = useDataProvider<RecordProvider>();
  const kept = useRef<Writer>(undefined);
  const fetched = async (): Promise<Writer> => {
    const { createWriter } = await load();
    const key = stepsKey(user, resource);
    kept.current ??= createWriter({ resource, store, queries, writeRecords, key });
    return kept.current;
  };
  return {
    /** Called when the user starts to edit. If loading fails, the write itself tries again and reports it. */
    prepare: () => void (kept.current ?? fetched().catch(() => undefined)),
    /** The writer itself once it is loaded, so that the value shows in the same frame as the key. */
    get: () => kept.current ?? fetched(),
  };
}
