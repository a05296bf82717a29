import { Button } from '@mui/material';
import { useLayoutEffect, useRef } from 'react';
import { displayTitle } from '../../../../descriptor/title.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { Hint } from '../../../kit/hint.tsx';
import { QueryNotice } from '../../../kit/loading/query-state.tsx';
import { useI18n } from '../../../kit/use-i18n.ts';
import { useResource } from '../../../kit/use-resource.ts';
import { useTexts } from '../../../messages/texts.ts';
import { useGrid } from '../grid-context.tsx';
import type { MoreRecords } from './plant-tree.ts';

type MoreRowProps = {
  more: readonly MoreRecords[];
  /** The row before, and its index among all rows. */
  row: number;
  ariaRow: number;
  top: number;
  columns: number;
};

/** Below the last record that is read: buttons that read more, one for each record that has more below it. */
export function MoreRow({ more, row, ariaRow, top, columns }: MoreRowProps) {
  const { store } = useGrid();
  const frame = useRef<HTMLDivElement>(null);
  // A user who has pressed the button continues at the first of the new records.
  useLayoutEffect(() => {
    const own = frame.current;
    return () => {
      if (!own?.contains(document.activeElement)) return;
      const active = { row: row + 1, column: 0 };
      queueMicrotask(() => store.set({ active, anchor: undefined, isGrabbing: true }));
    };
  }, [store, row]);
  return (
    <div
      ref={frame}
      role="row"
      aria-rowindex={ariaRow}
      className="g-panel g-more"
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" aria-colindex={1} aria-colspan={columns + 1} className="g-panel-cell">
        {more.map((each) => (
          <MoreOf key={each.parent?.id ?? ''} more={each} />
        ))}
      </div>
    </div>
  );
}

/** What follows below a record: a button, or what became of it. */
export function MoreOf({ more }: { more: MoreRecords }) {
  const texts = useTexts('tree');
  const { number } = useI18n();
  const { resource } = useResource();
  const { parent, level, state, shown, total, read } = more;
  const title = parent && displayTitle(resource, parent);
  const count =
    total === undefined
      ? ''
      : fillTemplate(texts.count, { shown: number(shown), total: number(total) });
  const label =
    title === undefined
      ? fillTemplate(texts.more, { count })
      : fillTemplate(texts.moreIn, { title, count });
  return (
    <div className="g-more-of" style={{ '--level': level } as React.CSSProperties}>
      {state === 'loading' && shown === 0 && <Hint component="span">{texts.loading}</Hint>}
      {state === 'failed' && (
        <QueryNotice
          isError
          text={title === undefined ? texts.failedMore : fillTemplate(texts.failed, { title })}
          retryLabel={texts.retry}
          onRetry={read}
        />
      )}
      {(state === 'more' || (state === 'loading' && shown > 0)) && (
        <Button size="small" aria-busy={state === 'loading'} onClick={read}>
          {state === 'loading' ? texts.loading : label}
        </Button>
      )}
    </div>
  );
}
