import { lazyPart } from '../../kit/loading/lazy-part.tsx';

const texts = import.meta.glob('/src/admin/messages/*/record/history.ts');

/** The history of a record, loaded with its texts when somebody first opens it. */
export const History = lazyPart(() => import('./history-view.tsx'), 'HistoryView', texts);

/** In place of a record that is not there. */
export const DeletedRecord = lazyPart(() => import('./deleted-record.tsx'), 'DeletedRecord', texts);

/** Who set a value, and what it was before. */
export const ValueHistory = lazyPart(() => import('./value-history.tsx'), 'ValueHistory', texts);
