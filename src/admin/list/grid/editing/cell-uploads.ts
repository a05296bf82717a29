import { useNotify, type RaRecord } from 'react-admin';
import { isMany } from '../../../../descriptor/field-check.ts';
import type { Field } from '../../../../fields/type/field.ts';
import type { FileSettings } from '../../../../fields/files/file-settings.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { percentOf } from '../../../kit/formats/percent-of.ts';
import { loadTexts, textsOf } from '../../../messages/texts.ts';
import {
  createFormUploads,
  type FormUpload,
  type FormUploads,
} from '../../../uploads/form-uploads.ts';
import { checkNewFiles, filesIn, namePasted, withFile } from '../../../uploads/new-files.ts';
import { markOf, setMarks, shownValue, type CellMark, type GridStore } from '../grid-store.ts';
import type { CellChange } from '../writing/read-changes.ts';

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
  const { store, record, field } = cell;
  const value = shownValue(record, field.name, markOf(store.get(), record, field.name));
  const { uploads, valueOf } = await startUploads({ resource, field, value, files });
  await followUploads(cell, uploads, valueOf);
}

type NewFiles = { resource: string; field: Field; value: unknown; files: readonly File[] };

/** Uploads files for a value, which they join as they arrive. */
export async function startUploads({ resource, field, value, files }: NewFiles) {
  await loadTexts(import.meta.glob('/src/admin/messages/*/record/uploads.ts'));
  const many = isMany(field);
  const settings = field.settings as FileSettings & { maxFiles?: number };
  let now = value;
  const room = many ? (settings.maxFiles ?? Infinity) - filesIn(value).length : 1;
  const uploads = createFormUploads();
  uploads.add({
    source: field.name,
    field: `${resource}.${field.name}`,
    files: checkNewFiles(namePasted(files), settings, { room, isMany: many }),
    insert: (file, before) => void (now = withFile(now, file, { isMany: many, before })),
  });
  return { uploads, valueOf: () => now };
}

/** Shows in a cell how far its uploads are, and writes its value at their end. */
export async function followUploads(
  { store, record, field: { name }, write, report }: FileCell,
  uploads: FormUploads,
  valueOf: () => unknown,
): Promise<void> {
  const id = String(record.id);
  const stored = shownValue(record, name, markOf(store.get(), record, name));
  const show = (mark: CellMark | undefined): void => setMarks(store, [{ id, name, mark }]);
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
  const said = failedText(failed);
  const tell = report();
  if (tell) tell(said);
  // A list of its own, which the end of the write does not take for what it wrote.
  else
    show({
      state: 'failed',
      value: Array.isArray(value) ? [...value] : value,
      said,
    });
}

/** Which files did not arrive, and why. */
export function failedText(failed: readonly FormUpload[]): string {
  const messages = failed.map(({ file, state }) => {
    const why = state.step === 'failed' ? state.why : '';
    return fillTemplate(textsOf('uploads').failed, { name: file.name, why });
  });
  return messages.join(' ');
}

/** `↑ 43 %` of all bytes. */
export function progressOf(uploads: FormUploads): string {
  const running = uploads.all().filter(({ state }) => state.step !== 'failed');
  const all = running.reduce((sum, { file }) => sum + file.size, 0);
  const sent = running.reduce((sum, { file, state }) => {
    if (state.step === 'checking') return sum + file.size;
    return sum + (state.step === 'sending' ? state.sent : 0);
  }, 0);
  return `↑ ${Math.round(percentOf(sent, all))} %`;
}
