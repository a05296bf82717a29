import { lazyPart } from '../../kit/lazy-part.tsx';

/** The table of lines in a form, loaded with its texts when somebody first edits such a record. */
export const LineEditor = lazyPart(
  () => import('./line-editor.tsx'),
  'LineEditor',
  import.meta.glob('/src/admin/messages/*/lines.ts'),
);
