import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNotify } from 'react-admin';
import type { Job } from '../../../contract/jobs.ts';
import { useConfig } from '../../client/config.tsx';
import { createPageState } from '../../client/page-state.ts';
import { toUndoCounts, undoChanges, type UndoOrder } from '../../client/undo.ts';
import { moveStep, stepsKey } from '../../client/undo-steps.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

/** The undo whose dialog is open, while it runs or with what it has left as it is. */
export type OpenUndo = { order: UndoOrder; job: Job };

export const openUndo = createPageState<OpenUndo | undefined>(undefined);

/** Runs an undo. A long one shows its progress in a dialog; in the end everything on screen is read again. */
export function useRunUndo(): (order: UndoOrder) => Promise<Job> {
  const queries = useQueryClient();
  return useCallback(
    async (order) => {
      let shown: string | undefined;
      const job = await undoChanges(order, (running) => {
        // The user may have closed the dialog; then it stays closed.
        if (shown !== undefined && openUndo.get()?.job.id !== shown) return;
        shown = running.id;
        openUndo.set({ order, job: running });
      });
      if (shown !== undefined && openUndo.get()?.job.id === shown)
        openUndo.set(toUndoCounts(job).failed > 0 ? { order, job } : undefined);
      await queries.invalidateQueries();
      return job;
    },
    [queries],
  );
}

/** Undoes and says the result in numbers; what was changed since can be shown. */
export function useUndo(): (order: UndoOrder, resource?: { name: string }) => Promise<void> {
  const run = useRunUndo();
  const report = useReportUndo();
  const notifyError = useNotifyError();
  const { user } = useConfig();
  return useCallback(
    async (order, resource) => {
      try {
        const job = await run(order);
        if (resource && 'changeSet' in order) {
          const isDone = toUndoCounts(job).written > 0;
          const reverse = isDone ? { reverse: job.id } : {};
          moveStep(stepsKey(user, resource), order.changeSet, {
            from: 'done',
            to: 'undone',
            ...reverse,
          });
        }
        report(order, job);
      } catch (error) {
        notifyError(error);
      }
    },
    [run, report, notifyError, user],
  );
}

/** A notice with the result of an undo. What was changed since can be shown, and overwritten from there. */
export function useReportUndo(): (order: UndoOrder, job: Job, done?: 'undo' | 'redo') => void {
  const notify = useNotify();
  const { texts, number } = useI18n();
  return useCallback(
    (order, job, step) => {
      const { written, failed } = toUndoCounts(job);
      const fill = (text: string, count: number): string =>
        fillTemplate(text, { count: number(count), written: number(written) });
      if (failed === 0 && job.state === 'done') {
        const done = step ? texts.grid.done[step] : texts.undo.done;
        if (written === 0) notify(texts.undo.nothing, { type: 'info' });
        else notify(fill(done, written), { type: 'success' });
        return;
      }
      const left = texts.undo[job.state === 'done' ? leftReason(job) : 'stopped'];
      notify(fill(left, failed), {
        type: 'warning',
        action: { label: texts.undo.show, run: () => openUndo.set({ order, job }) },
      });
    },
    [notify, texts, number],
  );
}

/** Why records were left as they are. */
export function leftReason(job: Job): 'left' | 'failed' {
  const problems = job.summary?.problems ?? [];
  return problems.length > 0 && problems.every(({ code }) => code === 'S003') ? 'left' : 'failed';
}

/** Whether records were left because somebody has changed them since. */
export function isChangedSince({ summary }: Job): boolean {
  return summary?.problems?.some(({ code }) => code === 'S003') ?? false;
}
