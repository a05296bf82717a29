import { useQueryClient } from '@tanstack/react-query';
import { useState, type ClipboardEvent } from 'react';
import { useDataProvider, useNotify, type RaRecord } from 'react-admin';
import { useConfig } from '../../config.tsx';
import type { RecordProvider } from '../../data-provider.ts';
import { useText } from '../../use-text.ts';
import { useNotifyError } from '../../views/use-notify-error.ts';
import { useResource } from '../../views/use-resource.ts';
import { isInInput } from '../cell-of.ts';
import { rangeOf, type GridStore } from '../grid-store.ts';
import type { Editing } from '../use-editing.ts';
import type { GridTable } from '../use-grid-table.ts';
import type { CellChange } from '../writing/create-writer.ts';
import { textOfCell } from './cell-text.ts';
import type { PastePlan } from './paste-plan.ts';
import { fromTsv, toHtml, toMarkdown, toTsv } from './table-text.ts';

/** Rows that would come new, to be looked at before they do, and the changes that come with them. */
export type Pending = {
  created: readonly Record<string, unknown>[];
  changes: readonly CellChange[];
};

type ClipboardProps = {
  store: GridStore;
  table: GridTable;
  rows: readonly RaRecord[];
  editing: Editing;
};

/** Copying the chosen cells, and pasting what comes from another table. */
export function useClipboard({ store, table, rows, editing }: ClipboardProps) {
  const { descriptor } = useConfig();
  const { may, isWritable } = useResource();
  const provider = useDataProvider<RecordProvider>();
  const queries = useQueryClient();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const say = useText();
  const [pending, setPending] = useState<Pending>();
  const parts = { descriptor, queries, provider };

  const chosen = (): string[][] => {
    const { top, bottom, left, right } = rangeOf(store.get());
    const columns = table.columns.slice(left, right + 1);
    return rows
      .slice(top, bottom + 1)
      .map((record) =>
        columns.map(({ field }) => textOfCell(parts, field, record[field.name] as unknown)),
      );
  };
  const toChanges = async (plan: PastePlan): Promise<Pending> => {
    const { readTexts } = await import('./read-texts.ts');
    const values = await readTexts(parts, plan.cells);
    const created = Array.from({ length: plan.newRows }, (): Record<string, unknown> => ({}));
    const changes: CellChange[] = [];
    for (const [index, cell] of plan.cells.entries()) {
      const value = values[index];
      const { name } = cell.field;
      if ('record' in cell) changes.push({ record: cell.record, name, value });
      else if (value !== null) created[cell.row]![name] = value;
    }
    return { changes, created: created.filter((values) => Object.keys(values).length > 0) };
  };
  const paste = async (text: string): Promise<void> => {
    // Fetched with the first paste: a list one reads has no use for it.
    const { planPaste } = await import('./paste-plan.ts');
    const plan = planPaste({
      block: fromTsv(text),
      range: rangeOf(store.get()),
      columns: table.columns,
      rows,
      mayWrite: editing.mayWrite,
      mayCreate: (field) => may('create') && (field === undefined || isWritable(field.name)),
    });
    if (plan.skipped > 0)
      notify('grid.skipped', { type: 'warning', messageArgs: { smart_count: plan.skipped } });
    if (plan.cells.length === 0) return;
    try {
      const meant = await toChanges(plan);
      if (meant.created.length > 0) setPending(meant);
      else editing.write(meant.changes);
    } catch (error) {
      notifyError(error);
    }
  };
  const isOurs = ({ target }: ClipboardEvent): boolean =>
    !isInInput(target) && store.get().active.row >= 0 && !store.get().editing;

  return {
    pending,
    close: () => setPending(undefined),
    events: {
      onCopy(event: ClipboardEvent): void {
        if (!isOurs(event)) return;
        event.preventDefault();
        event.clipboardData.setData('text/plain', toTsv(chosen()));
        event.clipboardData.setData('text/html', toHtml(chosen()));
      },
      onPaste(event: ClipboardEvent): void {
        if (!isOurs(event)) return;
        event.preventDefault();
        paste(event.clipboardData.getData('text/plain')).catch(notifyError);
      },
    },
    /** As a table for a text; the browser has no key of its own for that. */
    copyMarkdown(): void {
      const { left, right } = rangeOf(store.get());
      const head = table.columns.slice(left, right + 1).map(({ field }) => say(field.label));
      navigator.clipboard.writeText(toMarkdown(head, chosen())).then(
        () => notify('grid.copied_markdown'),
        (error: unknown) => notifyError(error),
      );
    },
  };
}
