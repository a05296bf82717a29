import { useNotify, type RaRecord } from 'react-admin';
import { isMany } from '../../../../descriptor/field-check.ts';
import type { Field } from '../../../../fields/type/field.ts';
import type { FileSettings } from '../../../../fields/files/file-settings.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { percentOf } from '../../../kit/formats/percent-of.ts';
import { loadTexts, textsOf } from '../../../messages/texts.ts';
import { createFormUploads, type FormUploads } from '../../../uploads/form-uploads.ts';
import { checkNewFiles, filesIn, namePasted, withFile } from '../../../uploads/new-files.ts';
import { shownValue, withMarks, type CellMark, type GridStore } from '../grid-store.ts';
import type { CellChange } from '../writing/create-writer.ts';

/** The cell that files are for. */
export type FileCell = {
  store: GridStore;
  record: RaRecord;
  field: Field;
  write: (changes: readonly CellChange[]) => void;
  /** Reports files that did not arrive when the cell is gone from the screen. Undefined while it is there. */
  report: () => ((text: string) => void) | undefined;
};

/** Tells of files that did not arrive when the list is gone from the screen. */
export function useReport(grid: Element | null): FileCell['report'] {
  const notify = useNotify();
  const tell = (text: string): void => notify(text, { type: 'error', autoHideDuration: null });
  return () => (grid?.isConnected ? undefined : tell);
}

/** Uploads files that were dropped on a cell or pasted into it, and writes the record when they have arrived. */
export async function uploadIntoCell(
  cell: FileCell,
  resource: string,
  files: readonly File[],
): Promise<void> {
  await loadTexts(import.meta.glob('/src/admin/messages/*/record/uploads.ts'));
  const { store, record, field } = cell;
  const many = isMany(field);
  const settings = field.settings as FileSettings & { maxFiles?: number };
  const mark = store.get().marks.get(String(record.id))?.[field.name];
  let value = shownValue(record, field.name, mark);
  const room = many ? (settings.maxFiles ?? Infinity) - filesIn(value).length : 1;
  const uploads = createFormUploads();
  uploads.add({
    source: field.name,
    field: `${resource}.${field.name}`,
    files: checkNewFiles(namePasted(files), settings, { room, isMany: many }),
    insert: (file, before) => void (value = withFile(value, file, { isMany: many, before })),
  });
  await followUploads(cell, uploads, () => value);
}

/** Shows in a cell how far its uploads are, and writes its value at their end. */
export async function followUploads(
  { store, record, field: { name }, write, report }: FileCell,
  uploads: FormUploads,
  valueOf: () => unknown,
): Promise<void> {
  const id = String(record.id);
  const before = store.get().marks.get(id)?.[name];
  const stored = shownValue(record, name, before);
  const show = (mark: CellMark | undefined): void =>
    store.set({ marks: withMarks(store.get().marks, [{ id, name, mark }]) });
  let shown = '';
  const showProgress = (): void => {
    const progress = progressOf(uploads);
    if (progress !== shown) show({ state: 'saving', value: stored, progress });
    shown = progress;
  };
  showProgress();
  const stop = uploads.listen(showProgress);
  const failed = await uploads.settle();
  stop();
  show(undefined);
  const value = valueOf();
  if (value !== stored) write([{ record, name, value }]);
  if (failed.length === 0) return;
  const messages = failed.map(({ file, state }) => {
    const why = state.step === 'failed' ? state.why : '';
    return fillTemplate(textsOf('uploads').failed, { name: file.name, why });
  });
  const tell = report();
  if (tell) tell(messages.join(' '));
  // A list of its own, which the end of the write does not take for what it wrote.
  else
    show({
      state: 'failed',
      value: Array.isArray(value) ? [...value] : value,
      said: messages.join(' '),
    });
}

/** `↑ 43 %` of all bytes. */
function progressOf(uploads: FormUploads): string {
  const running = uploads.all().filter(({ state }) => state.step !== 'failed');
  const all = running.reduce((sum, { file }) => sum + file.size, 0);
  const sent = running.reduce((sum, { file, state }) => {
    if (state.step === 'checking') return sum + file.size;
    return sum + (state.step === 'sending' ? state.sent : 0);
  }, 0);
  return `↑ ${Math.round(percentOf(sent, all))} %`;
}
