import { Box, useMediaQuery } from '@mui/material';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { RaRecord } from 'react-admin';
import { displayTitle, titleFields } from '../../../descriptor/title.ts';
import { arrowStep, isCommand } from '../../kit/keys/key-press.ts';
import { useOpenRecord } from '../../kit/open-record.ts';
import { RecordLink } from '../../resource/record-link.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { useLayout } from '../grid/columns/layout.ts';
import { CardFields, CardMenuButton } from '../list-cards.tsx';
import { MoveNote } from '../shown-as/move-note.tsx';
import type { BoardState, OpenedOnCard, ColumnValue } from './board-menus.tsx';

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
export function BoardCard({ board, record, value, isReached, onReach }: BoardCardProps) {
  const { moves, nameOf, dragged } = board;
  const { resource } = useResource();
  const { shown } = useLayout();
  const { isOpen, isMovable, openBeside, openMenu, press } = useCard(board, record, value);
  const named = new Set([...titleFields(resource), moves.field.name]);
  const fields = shown.filter(({ name }) => !named.has(name)).slice(0, FIELDS_PER_CARD);
  return (
    <Box
      component="li"
      className={`b-card${isOpen ? ' b-open' : ''}${isMovable ? ' b-movable' : ''}`}
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
      <CardFields record={record} fields={fields} />
      <MoveNote record={record} moves={moves} nameOf={nameOf} />
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
