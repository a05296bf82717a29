import FoldIcon from '@mui/icons-material/UnfoldLess';
import UnfoldMoreIcon from '@mui/icons-material/UnfoldMore';
import { Box, IconButton } from '@mui/material';
import { useId, useLayoutEffect, useState, type RefObject } from 'react';
import type { RaRecord } from 'react-admin';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { FieldValue } from '../../resource/field-value.tsx';
import { Hint } from '../../kit/hint.tsx';
import { QueryNotice } from '../../kit/loading/query-state.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useNearEnd } from '../../kit/use-near-end.ts';
import { useTexts } from '../../messages/texts.ts';
import { useLayout } from '../grid/columns/layout.ts';
import type { Moves } from '../shown-as/use-moves.ts';
import { BoardCard } from './board-card.tsx';
import type { OpenedOnCard, ColumnValue } from './board-menus.tsx';
import { useBoardColumn } from './use-board-column.ts';
import { useDropTarget } from '../shown-as/use-drop-target.ts';

type BoardColumnProps = {
  value: ColumnValue;
  /** Those of all columns, in their order. */
  values: readonly ColumnValue[];
  /** Those that no card can be moved to. */
  retired: readonly ColumnValue[];
  /** Undefined while it is unknown. */
  count: number | undefined;
  moves: Moves;
  nameOf: (value: unknown) => string;
  /** The record that the mouse drags. */
  dragged: RefObject<RaRecord | undefined>;
  onMove: (record: RaRecord, to: ColumnValue) => void;
  /** Called each time the column was drawn. */
  onDrawn: () => void;
  onOpen: (opened: OpenedOnCard) => void;
};

/** The records with one value. A closed column, and one that was never near the screen, reads nothing. */
export function BoardColumn(props: BoardColumnProps) {
  const { value, values, retired, count, moves, nameOf, dragged, onMove, onDrawn, onOpen } = props;
  const { field, moving } = moves;
  const texts = useTexts('shown-as');
  const { number } = useI18n();
  const head = useId();
  const closing = useClosing(`${field.name}=${value ?? ''}`);
  const [isSeen, setSeen] = useState(false);
  const setStart = useNearEnd(() => setSeen(true));
  const { records, error, retry, isMore, readOn } = useBoardColumn(
    field.name,
    value,
    isSeen && !closing.isClosed,
  );
  const setEnd = useNearEnd(readOn);
  useLayoutEffect(onDrawn);
  const { isOver, target } = useDropTarget(
    dragged,
    (record) => onMove(record, value),
    (record) => moves.mayMoveTo(record, value),
  );
  const [reached, setReached] = useState<string>();
  const isFailed = Boolean(error) && !records;
  const isWaiting = !isFailed && (records === undefined || isMore);
  const cards = withMoving(records ?? [], moving, value);
  const first = cards.some(({ id }) => id === reached) ? reached : cards[0]?.id;
  const name = nameOf(value);
  return (
    <Box
      component="section"
      aria-labelledby={head}
      className={`b-column${closing.isClosed ? ' b-closed' : ''}${isOver ? ' b-over' : ''}`}
      {...(!retired.includes(value) && target)}
    >
      <header ref={setStart} className="b-head">
        <h3 id={head}>
          {value === null ? (
            <em>{texts.none}</em>
          ) : (
            <FieldValue field={field} value={value} place="list" />
          )}
          {count !== undefined && (
            <span
              className="b-count"
              aria-label={fillTemplate(texts.count, { count: number(count) })}
            >
              {number(count)}
            </span>
          )}
        </h3>
        <IconButton
          size="small"
          aria-expanded={!closing.isClosed}
          aria-label={fillTemplate(closing.isClosed ? texts.open : texts.close, { column: name })}
          onClick={closing.toggle}
        >
          {closing.isClosed ? <UnfoldMoreIcon fontSize="small" /> : <FoldIcon fontSize="small" />}
        </IconButton>
      </header>
      {!closing.isClosed && (
        <Box className="b-scroll" tabIndex={-1}>
          <ul className="b-cards">
            {cards.map((record) => (
              <BoardCard
                key={record.id}
                {...{ record, values, retired, value, moves, nameOf, onMove, onOpen }}
                isReached={record.id === first}
                onReach={() => setReached(String(record.id))}
                onDrag={(isDragged) => {
                  dragged.current = isDragged ? record : undefined;
                }}
              />
            ))}
          </ul>
          {isFailed && (
            <QueryNotice isError text={texts.failed} retryLabel={texts.retry} onRetry={retry} />
          )}
          {isWaiting && (
            <Hint key={cards.length} ref={isMore ? setEnd : undefined}>
              {texts.loading}
            </Hint>
          )}
          {!isFailed && !isWaiting && cards.length === 0 && <Hint>{texts.emptyColumn}</Hint>}
        </Box>
      )}
    </Box>
  );
}

/** Whether the user has closed the column; the layout of the list remembers it. */
function useClosing(key: string) {
  const { closed, change } = useLayout();
  const isClosed = closed.includes(key);
  return {
    isClosed,
    toggle: () =>
      change({ closed: isClosed ? closed.filter((other) => other !== key) : [...closed, key] }),
  };
}

/** The records as the user sees them while moves are being written: gone from one column, first in the other. */
function withMoving(
  records: readonly RaRecord[],
  moving: Moves['moving'],
  value: ColumnValue,
): readonly RaRecord[] {
  if (moving.size === 0) return records;
  const stay = records.filter(({ id }) => (moving.get(String(id))?.to ?? value) === value);
  const come = [...moving.values()].flatMap(({ record, to }) =>
    to === value && !stay.some(({ id }) => id === record.id) ? [record] : [],
  );
  return [...come, ...stay];
}
