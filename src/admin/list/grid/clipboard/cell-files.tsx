import { useEffect, useEffectEvent } from 'react';
import type { Field } from '../../../../fields/type/field.ts';
import { useNotifyError } from '../../../client/use-notify-error.ts';
import { useResource } from '../../../kit/use-resource.ts';
import { isCopiedFromGrid } from './cell-text.ts';
import { cellOf, isInInput, refOfCell, type CellRef } from '../grid-store.ts';
import { useGrid } from '../grid-context.tsx';
import type { Editing } from '../use-editing.ts';
import type { GridView } from '../use-grid-view.ts';
import { uploadIntoCell, useReport } from '../editing/cell-uploads.ts';

type CellFilesProps = { view: GridView; editing: Editing; grid: HTMLElement };

/** Takes files that are dropped on cells or pasted into them. A list loads it only with a column that holds files. */
export function CellFiles({ view: { store, table, rows }, editing, grid }: CellFilesProps) {
  const { resource, isWritable } = useResource();
  const { commands } = useGrid();
  const notifyError = useNotifyError();
  const report = useReport(grid);
  /** False if the cell holds no files. */
  const take = (place: CellRef, files: readonly File[]): boolean => {
    const field = table.columns[place.column]?.field;
    const record = rows[place.row];
    if (!field?.kind.files || files.length === 0) return false;
    if (!record) commands.current.startRow(place.column, '', files);
    else if (!editing.mayWrite(place)) editing.explain(place);
    else {
      const cell = { store, record, field, write: editing.write, report };
      uploadIntoCell(cell, resource.name, files).catch(notifyError);
    }
    return true;
  };
  /** The empty row is there only for users who may create records. */
  const mayWrite = (place: CellRef, { name }: Field): boolean =>
    rows[place.row] ? editing.mayWrite(place) : isWritable(name);
  const drag = useEffectEvent((event: DragEvent): void => {
    const { dataTransfer } = event;
    if (!dataTransfer?.types.includes('Files')) return;
    // Elsewhere, the browser would open the file in place of the app.
    event.preventDefault();
    const cell = cellOf(event.target);
    const place = cell && refOfCell(cell);
    if (!place) return;
    if (event.type === 'drop') return void take(place, [...dataTransfer.files]);
    const field = table.columns[place.column]?.field;
    const isPossible = field?.kind.files !== undefined && mayWrite(place, field);
    dataTransfer.dropEffect = isPossible ? 'copy' : 'none';
    if (isPossible) store.set({ active: place, anchor: undefined });
  });
  const paste = useEffectEvent((event: ClipboardEvent): void => {
    const { clipboardData, target } = event;
    const { active, editing: edited } = store.get();
    if (!clipboardData || edited || isInInput(target)) return;
    if (isCopiedFromGrid(clipboardData.getData('text/html'))) return;
    if (!take(active, [...clipboardData.files])) return;
    // The grid would paste their names as text.
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const onDrag = (event: DragEvent): void => drag(event);
    const onPaste = (event: ClipboardEvent): void => paste(event);
    grid.addEventListener('dragover', onDrag);
    grid.addEventListener('drop', onDrag);
    grid.addEventListener('paste', onPaste);
    return () => {
      grid.removeEventListener('dragover', onDrag);
      grid.removeEventListener('drop', onDrag);
      grid.removeEventListener('paste', onPaste);
    };
  }, [grid]);
  return null;
}
