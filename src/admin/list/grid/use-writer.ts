import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useDataProvider } from 'react-admin';
import { useConfig } from '../../client/config.tsx';
import type { RecordProvider } from '../../client/data-provider.ts';
import { useResource } from '../../kit/use-resource.ts';
import type { GridStore } from './grid-store.ts';
import type { Writer } from './writing/create-writer.ts';

const load = () => import('./writing/create-writer.ts');

type WriterSource = {
  /** Somebody has begun to write; when that fails, the write itself tries again and says so. */
  prepare(): void;
  /** The writer itself once it is there, so that what is written is seen in the frame of the key. */
  get(): Writer | Promise<Writer>;
};

/** What writes cells, one for as long as the grid lives; the script is fetched with the first cell. */
export function useWriter(store: GridStore): WriterSource {
  const { user } = useConfig();
  const { resource } = useResource();
  const queries = useQueryClient();
  const { writeRecords } = useDataProvider<RecordProvider>();
  const kept = useRef<Writer>(undefined);
  const fetched = async (): Promise<Writer> => {
    const { createWriter } = await load();
    const key = `grid.steps.${user._id}.${resource.name}`;
    kept.current ??= createWriter({ resource, store, queries, writeRecords, key });
    return kept.current;
  };
  return {
    prepare: () => void (kept.current ?? fetched().catch(() => undefined)),
    get: () => kept.current ?? fetched(),
  };
}
