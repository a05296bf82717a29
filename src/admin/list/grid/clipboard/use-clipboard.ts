import { withQualifier } from '../../../../fields/type/qualifier-of.ts';
import type { PastedRow, PendingPaste } from './read-paste.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ClipboardEvent } from 'react';
import { useNotify, type RaRecord } from 'react-admin';
import { useConfig } from '../../../client/config.tsx';
import { newRecordId } from '../../../client/new-record-id.ts';
import { language } from '../../../messages/language.ts';
import { useText } from '../../../messages/use-text.ts';
import { useNotifyError } from '../../../client/use-notify-error.ts';
import { useDocumentEvent } from '../../../kit/keys/key-press.ts';
import { useResource } from '../../../kit/use-resource.ts';
import { isInInput, markOf, shownRecord, shownValue, rangeOf, type Range } from '../grid-store.ts';
import { clearCells } from '../grid-shortcuts.ts';
import type { Editing } from '../use-editing.ts';
import type { GridView } from '../use-grid-view.ts';
import { copyCell, toHtml, toMarkdown, toTsv, type BlockCell, type Copied } from './cell-text.ts';
import { usualDecimalMark } from '../../../../fields/text/decimal-mark.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { useTexts } from '../../../messages/texts.ts';
import { writableQualifier } from '../../../resource/writable-qualifier.ts';
import { useCopy } from '../../../kit/use-copy.ts';

/** Copies the chosen cells, and pastes cells from another table. */
export function useClipboard({ store, table, rows }: GridView, editing: Editing) {
  const { descriptor, role } = useConfig();
  const view = useResource();
  const { may, isWritable } = view;
  const queries = useQueryClient();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const say = useText();
  const app = useTexts('app');
  const copyMarkdown = useCopy(app.grid.copiedMarkdown);
  const [pending, setPending] = useState<PendingPaste>();
  const parts = { descriptor, queries };

  const shown = (record: RaRecord): RaRecord =>
    shownRecord(record, store.get().marks.get(String(record.id)));
  const chosen = (): BlockCell[][] => {
    const { top, bottom, left, right } = rangeOf(store.get());
    const columns = table.columns.slice(left, right + 1);
    return rows.slice(top, bottom + 1).map((record) =>
      columns.map(({ field }) => {
        const mark = markOf(store.get(), record, field.name);
        const cell = copyCell(parts, field, shownValue(record, field.name, mark));
        if (cell.text === '') return cell;
        return { ...cell, text: withQualifier(field, cell.text, shown(record)) };
      }),
    );
  };
  const copied = (): Copied => {
    const block = chosen();
    return { text: toTsv(textsIn(block)), html: toHtml(block) };
  };
  /** What the clipboard holds, where the browser lets a menu read it. */
  const pasteRead = (use: (block: Copied) => Promise<void>): void =>
    void readClipboard()
      .then(use, () => notify(app.rows.notPasted, { type: 'warning' }))
      .catch(notifyError);
  /** `isNew`: no cell of an existing record is changed. */
  const paste = async (block: Copied, isNew = rows.length === 0): Promise<void> => {
    // Loaded with the first paste: reading a list does not need it.
    const { readPaste } = await import('./read-paste.ts');
    const order = {
      copied: block,
      range: isNew ? belowAll() : rangeOf(store.get()),
      columns: table.columns,
      rows,
      mayWrite: editing.mayWrite,
      isWritable: ({ name }: Field) => isWritable(name),
      qualifierOf: (field: Field) => writableQualifier(view, field),
      shown,
      mayCreate: (field: Field | undefined) =>
        may('create') && (field === undefined || isWritable(field.name)),
    };
    const { notes, covered, ...read } = await readPaste({ descriptor, role }, order);
    const { top, left, bottom, right } = covered;
    if (bottom >= top)
      store.set({ active: { row: top, column: left }, anchor: { row: bottom, column: right } });
    for (const note of notes) notify(note, { type: 'warning' });
    if (read.created.length > 0) setPending({ ...read, copied: block });
    else if (read.changes.length > 0) editing.write(read.changes, { way: 'paste' });
  };
  const belowAll = (): Range => {
    const left = Math.max(0, store.get().active.column);
    return { top: rows.length, bottom: rows.length, left, right: left };
  };
  // An empty list has no cell that could have the focus. What has it beside the list may want the paste itself.
  useDocumentEvent('paste', (event) => {
    const { target, clipboardData } = event;
    if (rows.length > 0 || event.defaultPrevented || isInInput(target) || !may('create')) return;
    const isInGrid = target instanceof Element && target.closest('.g-grid') !== null;
    if ((!isInGrid && target !== document.body) || document.querySelector('[role="dialog"]'))
      return;
    const [text = '', html = ''] = ['text/plain', 'text/html'].map((type) =>
      clipboardData?.getData(type),
    );
    if (text === '') return;
    event.preventDefault();
    paste({ text, html }, true).catch(notifyError);
  });
  const isOurs = ({ target }: ClipboardEvent): boolean =>
    !isInInput(target) && store.get().active.row >= 0 && !store.get().editing;

  const copy = (event: ClipboardEvent): void => {
    event.preventDefault();
    const { text, html } = copied();
    event.clipboardData.setData('text/plain', text);
    event.clipboardData.setData('text/html', html);
  };

  return {
    pending,
    close: () => setPending(undefined),
    /** Reads the text of a cell of a new row again. */
    async read(row: PastedRow, field: Field, text: string): Promise<PastedRow> {
      const { readRow } = await import('./read-row.ts');
      const qualifier = writableQualifier(view, field);
      return readRow({ descriptor, role }, row, { field, text, qualifier, mark: pending?.mark });
    },
    /** Makes new rows of all cells of the pending paste. */
    pasteAllNew(): void {
      if (pending) paste(pending.copied, true).catch(notifyError);
    },
    events: {
      onCopy(event: ClipboardEvent): void {
        if (isOurs(event)) copy(event);
      },
      onCut(event: ClipboardEvent): void {
        if (!isOurs(event)) return;
        copy(event);
        clearCells({ store, table, rows, editing });
      },
      onPaste(event: ClipboardEvent): void {
        const { clipboardData } = event;
        const waiting = isInInput(event.target) ? undefined : store.get().editing?.waiting;
        if (!waiting && !isOurs(event)) return;
        event.preventDefault();
        if (waiting)
          return void waiting.push({
            key: '',
            text: clipboardData.getData('text/plain'),
            shiftKey: false,
            altKey: false,
          });
        const [text, html] = ['text/plain', 'text/html'].map((type) => clipboardData.getData(type));
        paste({ text: text!, html: html! }).catch(notifyError);
      },
    },
    /** For the menu: does what the keys do through the browser's own events. */
    copy(): void {
      writeClipboard(copied()).catch(() => notify(app.rows.notCopied, { type: 'warning' }));
    },
    paste(): void {
      pasteRead(paste);
    },
    /** Lets the user type a new record, from a column on, or from the first that new records can have; files are for that column. */
    startRow(column = 0, typed = '', files: readonly File[] = []): void {
      const fields = table.columns.map(({ field }) => field);
      const offered = fields.filter(({ name }) => isWritable(name));
      const typable = offered.filter(({ kind }) => !kind.files);
      const from = fields[Math.max(0, column)];
      const first = typable.find((field) => field === from) ?? typable[0];
      if (!first) return;
      const texts = Object.fromEntries(offered.map(({ name }) => [name, '']));
      setPending((now) => {
        const text = first === from ? typed : '';
        // The user typed on while the dialog was loading.
        const { typed: begun } = now ?? {};
        if (now && begun) return { ...now, typed: { ...begun, text: begun.text + text } };
        return {
          created: [{ _id: newRecordId(), texts, values: {}, refused: {} }],
          changes: [],
          copied: { text: '', html: '' },
          // Users type numbers as their language writes them.
          mark: usualDecimalMark(language()),
          typed: { name: first.name, text },
          ...(from && files.length > 0 && { dropped: { name: from.name, files } }),
        };
      });
    },
    /** For the menu: creates a record for each row on the clipboard. */
    pasteNew(): void {
      pasteRead((block) => paste(block, true));
    },
    /** Copies a Markdown table; browsers have no key for that. */
    copyMarkdown(): void {
      const { left, right } = rangeOf(store.get());
      const head = table.columns.slice(left, right + 1).map(({ field }) => say(field.label));
      copyMarkdown(toMarkdown(head, textsIn(chosen())));
    },
  };
}

function textsIn(block: readonly (readonly BlockCell[])[]): string[][] {
  return block.map((row) => row.map(({ text }) => text));
}

async function writeClipboard({ text, html }: Copied): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text, 'text/html': html })]);
}

async function readClipboard(): Promise<Copied> {
  const items = await navigator.clipboard.read();
  const read = async (type: string): Promise<string> => {
    const item = items.find(({ types }) => types.includes(type));
    return item ? (await item.getType(type)).text() : '';
  };
  const [text, html] = await Promise.all(['text/plain', 'text/html'].map(read));
  return { text: text ?? '', html: html ?? '' };
}
