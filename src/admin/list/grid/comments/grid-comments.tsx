import { useEffect } from 'react';
import type { RaRecord } from 'react-admin';
import { useGrid } from '../grid-context.tsx';
import { useComments } from './use-comments.ts';

/** Gives the rows and cells of a grid the marks of their comments. It draws nothing itself. */
export function GridComments({ rows }: { rows: readonly RaRecord[] }) {
  const { store } = useGrid();
  const comments = useComments(rows);
  useEffect(() => {
    if (comments) store.set({ comments });
  }, [comments, store]);
  return null;
}
