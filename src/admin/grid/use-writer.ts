import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useDataProvider } from 'react-admin';
import { useConfig } from '../config.tsx';
import type { RecordProvider } from '../data-provider.ts';
import { useResource } from '../views/use-resource.ts';
import type { GridStore } from './grid-store.ts';
import type { Writer } from './writing/create-writer.ts';

const load = () => import('./writing/create-writer.ts');

/** Somebody has begun to write; when that fails, the write itself tries again and says so. */
export function preloadWriter(): void {
  load().catch(() => undefined);
}

/** What writes cells, one for as long as the grid lives; the script is fetched with the first cell. */
export function useWriter(store: GridStore): () => Promise<Writer> {
  const { user } = useConfig();
  const { resource } = useResource();
  const queries = useQueryClient();
  const { writeRecords } = useDataProvider<RecordProvider>();
  const kept = useRef<Writer>(undefined);
  return async () => {
    const { createWriter } = await load();
    const key = `grid.steps.${user._id}.${resource.name}`;
    kept.current ??= createWriter({ resource, store, queries, writeRecords, key });
    return kept.current;
  };
}
