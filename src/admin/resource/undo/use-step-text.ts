import { useCallback } from 'react';
import { showDateTime, toLocal } from '../../../fields/text/date-format.ts';
import type { UndoStep } from '../../client/undo-steps.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

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
