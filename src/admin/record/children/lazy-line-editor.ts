import { lazyPart } from '../../kit/loading/lazy-part.tsx';

const load = () => import('./line-editor.tsx');
const texts = import.meta.glob('/src/admin/messages/*/record/lines.ts');

/** The table of lines in a form, loaded with its texts when somebody first edits such a record. */
export const LineEditor = lazyPart(load, 'LineEditor', texts);

/** How many lines a save would write. */
export const ChangedLines = lazyPart(load, 'ChangedLines', texts);
