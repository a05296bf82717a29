import type { Job } from '../../../contract/jobs.ts';
import { useConfig } from '../../client/config.tsx';
import { toUndoCounts, type UndoOrder } from '../../client/undo.ts';
import {
  inTurn,
  moveStep,
  readSteps,
  stepsKey,
  useStoredSteps,
  type UndoSteps,
  type UndoStep,
} from '../../client/undo-steps.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { useNotify } from 'react-admin';
import { useResource } from '../../kit/use-resource.ts';
import { useReportUndo, useRunUndo } from './use-undo.ts';
import { useTexts } from '../../messages/texts.ts';
import { useCallback } from 'react';
import { showDateTime, toLocal } from '../../../fields/text/date-format.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

type Steps = UndoSteps & {
  /** Undoes the last steps, one after the other, and says how it went. */
  undo(count?: number): void;
  redo(): void;
};

/** The steps of this tab in the current list, and how to undo and redo them. */
export function useSteps(): Steps {
  const { user } = useConfig();
  const { resource } = useResource();
  const key = stepsKey(user, resource);
  const steps = useStoredSteps(key);
  const run = useRunUndo();
  const report = useReportUndo();
  const notify = useNotify();
  const texts = useTexts('app');
  const notifyError = useNotifyError();

  const travel = (way: 'undo' | 'redo', count: number): Promise<void> =>
    inTurn(key, async () => {
      const [from, to] = ways[way];
      let written = 0;
      let last: { order: UndoOrder; job: Job } | undefined;
      try {
        for (let step = 0; step < count && isWhole(last?.job); step += 1) {
          const changeSet = readSteps(key)[from].at(-1)?.changeSet;
          if (changeSet === undefined) break;
          const order = { changeSet };
          const job = await run(order);
          const counts = toUndoCounts(job);
          moveStep(key, changeSet, { from, to, ...(counts.written > 0 && { reverse: job.id }) });
          written += counts.written;
          last = { order, job };
        }
      } catch (error) {
        notifyError(error);
      }
      if (last) report(last.order, withWritten(last.job, written), way);
      else if (readSteps(key)[from].length === 0) notify(texts.grid.nothingTo[way]);
    });

  return {
    ...steps,
    undo: (count = 1) => void travel('undo', count),
    redo: () => void travel('redo', 1),
  };
}

const ways = { undo: ['done', 'undone'], redo: ['undone', 'done'] } as const;

/** Whether everything was put back: what comes before a step that was not could then not be undone cleanly. */
function isWhole(job: Job | undefined): boolean {
  return job === undefined || (job.state === 'done' && toUndoCounts(job).failed === 0);
}

/** The result of several undos as that of one. */
function withWritten(job: Job, written: number): Job {
  const { summary } = job;
  return summary
    ? { ...job, summary: { ...summary, created: 0, deleted: 0, updated: written } }
    : job;
}

/** Says what a step did, and when: `Edited Year of 3 records · 14:02`. */
export function useStepText(): (step: UndoStep) => string {
  const { texts, say, number } = useI18n();
  const { column } = useResource();
  return useCallback(
    ({ did, records, cells, field, at }) => {
      const named = field === undefined ? undefined : column(field);
      const kind = did === 'edit' && named ? 'field' : did;
      const of = kind === 'edit' || kind === 'paste' ? cells : records;
      // A paste into rows below the last one changes no cell.
      const text = fillTemplate(texts.undo.did[of === 0 ? 'create' : kind], {
        count: number(of || records),
        field: named ? say(named.label) : '',
      });
      return `${text} · ${showTime(at)}`;
    },
    [texts, say, number, column],
  );
}

/** The time of day today, and before that the date as well. */
function showTime(at: string): string {
  const isToday = toLocal(at)?.slice(0, 10) === toLocal(new Date().toISOString())?.slice(0, 10);
  const shown = showDateTime(at).slice(0, -3);
  return isToday ? shown.slice(-5) : shown;
}
