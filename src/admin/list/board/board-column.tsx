import FoldIcon from '@mui/icons-material/UnfoldLess';
import UnfoldMoreIcon from '@mui/icons-material/UnfoldMore';
import { Box, IconButton, useMediaQuery } from '@mui/material';
import { useId, useLayoutEffect, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { RaRecord } from 'react-admin';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { withToggled } from '../../client/with-toggled.ts';
import { FieldValue } from '../../resource/field-value.tsx';
import { Hint } from '../../kit/hint.tsx';
import { QueryNotice } from '../../kit/loading/query-state.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useNearEnd } from '../../kit/use-near-end.ts';
import { useTexts } from '../../messages/texts.ts';
import { useLayout } from '../grid/columns/layout.ts';
import { type Moves, MoveNote } from '../shown-as/moves.tsx';
import type { BoardState, ColumnValue, OpenedOnCard } from './board-menus.tsx';
import { useBoardColumn } from './board-queries.ts';
import { useDropTarget } from '../shown-as/use-drop-target.ts';
import { displayTitle, titleFields } from '../../../descriptor/title.ts';
import { arrowStep, isCommand } from '../../kit/keys/key-press.ts';
import { useOpenRecord } from '../../kit/open-record.ts';
import { RecordLink } from '../../resource/record-link.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { classOfColor, ColorSign, useColors } from '../list-colors.tsx';
import { CardFields, CardMenuButton } from '../list-cards.tsx';

type BoardColumnProps = {
  board: BoardState;
  value: ColumnValue;
  /** Undefined while it is unknown. */
  count: number | undefined;
  /** Called each time the cards were drawn. */
  onDrawn: () => void;
};

/** The records with one value. A closed column, and one that was never near the screen, reads nothing. */
export function BoardColumn({ board, value, count, onDrawn }: BoardColumnProps) {
  const { moves, retired, nameOf, dragged, onMove } = board;
  const texts = useTexts('shown-as');
  const { number } = useI18n();
  const head = useId();
  const { closed, change } = useLayout();
  // The layout of the list remembers which columns the user has closed.
  const key = `${moves.field.name}=${value ?? ''}`;
  const isClosed = closed.includes(key);
  const [isSeen, setSeen] = useState(false);
  const setStart = useNearEnd(() => setSeen(true));
  const { isOver, target } = useDropTarget(
    dragged,
    (record) => onMove(record, value),
    (record) => moves.mayMoveTo(record, { [moves.field.name]: value }),
  );
  const Icon = isClosed ? UnfoldMoreIcon : FoldIcon;
  return (
    <Box
      component="section"
      aria-labelledby={head}
      className={`b-column${isClosed ? ' b-closed' : ''}${isOver ? ' b-over' : ''}`}
      {...(!retired.includes(value) && target)}
    >
      <header ref={setStart} className="b-head">
        <h3 id={head}>
          {value === null ? (
            <em>{texts.none}</em>
          ) : (
            <FieldValue field={moves.field} value={value} place="list" />
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
          aria-expanded={!isClosed}
          aria-label={fillTemplate(isClosed ? texts.open : texts.close, { column: nameOf(value) })}
          onClick={() => change({ closed: withToggled(closed, key) })}
        >
          <Icon fontSize="small" />
        </IconButton>
      </header>
      {!isClosed && <ColumnCards {...{ board, value, isSeen, onDrawn }} />}
    </Box>
  );
}

type ColumnCardsProps = Omit<BoardColumnProps, 'count'> & { isSeen: boolean };

function ColumnCards({ board, value, isSeen, onDrawn }: ColumnCardsProps) {
  const { field } = board.moves;
  const texts = useTexts('shown-as');
  const column = useBoardColumn(field.name, value, isSeen);
  const { records, isFailed, isWaiting, retry, isMore } = column;
  const setEnd = useNearEnd(column.readOn);
  useLayoutEffect(onDrawn);
  const [reached, setReached] = useState<string>();
  const cards = withMoving(records, board.moves, value);
  const first = cards.some(({ id }) => id === reached) ? reached : cards[0]?.id;
  return (
    <Box className="b-scroll" tabIndex={-1}>
      <ul className="b-cards">
        {cards.map((record) => (
          <BoardCard
            key={record.id}
            {...{ board, record, value }}
            isReached={record.id === first}
            onReach={() => setReached(String(record.id))}
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
  );
}

/** The records as the user sees them while moves are being written: gone from one column, first in the other. */
function withMoving(
  records: readonly RaRecord[],
  { field: { name }, moving }: Pick<Moves, 'field' | 'moving'>,
  value: ColumnValue,
): readonly RaRecord[] {
  if (moving.size === 0) return records;
  const stay = records.filter(({ id }) => (moving.get(String(id))?.to[name] ?? value) === value);
  const come = [...moving.values()].flatMap(({ record, to }) =>
    to[name] === value && !stay.some(({ id }) => id === record.id) ? [record] : [],
  );
  return [...come, ...stay];
}

type BoardCardProps = {
  board: BoardState;
  record: RaRecord;
  value: ColumnValue;
  /** Whether Tab reaches this card, of all cards of its column. */
  isReached: boolean;
  onReach: () => void;
};

const FIELDS_PER_CARD = 3;

/** A record on a board: its title, the first columns of the list, and its menu. */
function BoardCard({ board, record, value, isReached, onReach }: BoardCardProps) {
  const { moves, nameOf, dragged } = board;
  const { resource } = useResource();
  const { shown } = useLayout();
  const { isOpen, isMovable, openBeside, openMenu, press } = useCard(board, record, value);
  const { record: color } = useColors(record);
  const named = new Set([...titleFields(resource), moves.field.name]);
  const fields = shown.filter(({ name }) => !named.has(name)).slice(0, FIELDS_PER_CARD);
  return (
    <Box
      component="li"
      className={`b-card${isOpen ? ' b-open' : ''}${isMovable ? ' b-movable' : ''}${classOfColor(color)}`}
      draggable={isMovable}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData('text/plain', displayTitle(resource, record));
        dataTransfer.effectAllowed = 'move';
        dragged.set(record);
      }}
      onDragEnd={() => dragged.set(undefined)}
      onClick={({ target }: MouseEvent) => {
        if (!(target as Element).closest('a, button')) openBeside?.();
      }}
      onContextMenu={(event) => {
        if (event.shiftKey) return;
        event.preventDefault();
        openMenu('record', event.currentTarget);
      }}
    >
      <div className="b-title">
        <RecordLink
          record={record}
          data-card={record.id}
          draggable={false}
          tabIndex={isReached ? 0 : -1}
          aria-describedby="board-keys"
          onFocus={onReach}
          onKeyDown={press}
        />
        <CardMenuButton
          record={record}
          tabIndex={isReached ? 0 : -1}
          onClick={({ currentTarget }) => openMenu('record', currentTarget)}
        />
      </div>
      {color && <ColorSign color={color} isWritten />}
      <CardFields record={record} fields={fields} />
      <MoveNote
        record={record}
        moves={moves}
        nameOf={(values) => nameOf(values[moves.field.name])}
      />
    </Box>
  );
}

/** What the user can do with a card, by pointer and by keys. */
function useCard(board: BoardState, record: RaRecord, value: ColumnValue) {
  const { moves, values, retired, onMove, onOpen } = board;
  const { may } = useResource();
  const { id: openId, open } = useOpenRecord();
  const hasRoom = useMediaQuery(({ breakpoints }) => breakpoints.up('md'));
  const isMovable = moves.mayMove(record);
  const openBeside = hasRoom && may('read') ? () => open(record.id) : undefined;
  const openMenu = (kind: OpenedOnCard['kind'], anchor: HTMLElement): void =>
    onOpen({ kind, record, anchor, onOpenBeside: openBeside });
  const moveBeside = (step: -1 | 1): void => {
    const index = values.indexOf(value);
    const beyond = step > 0 ? values.slice(index + 1) : values.slice(0, index).toReversed();
    const to = beyond.find((each) => !retired.includes(each));
    if (to !== undefined) onMove(record, to);
  };
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, altKey, ctrlKey, metaKey, currentTarget } = event;
    const step = arrowStep(key);
    if (altKey && key === 'Enter' && openBeside) openBeside();
    else if ((ctrlKey || metaKey) && step !== 0) moveBeside(step);
    else if (key.toLowerCase() !== 'm' || isCommand(event)) return;
    else if (isMovable) openMenu('move', currentTarget);
    else moves.explain(record);
    event.preventDefault();
  };
  return { isOpen: record.id === openId, isMovable, openBeside, openMenu, press };
}
