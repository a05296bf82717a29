import MoreVertIcon from '@mui/icons-material/MoreVert';
import { Box, IconButton, useMediaQuery } from '@mui/material';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { RaRecord } from 'react-admin';
import { displayTitle, titleFields } from '../../../descriptor/title.ts';
import { useOpenRecord } from '../../kit/open-record.ts';
import { RecordLink } from '../../resource/record-link.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { arrowStep } from '../arrow-step.ts';
import { useLayout } from '../grid/columns/layout.ts';
import { CardFields } from '../list-cards.tsx';
import { MoveNote } from '../shown-as/move-note.tsx';
import type { Moves } from '../shown-as/use-moves.ts';
import type { OpenedOnCard, ColumnValue } from './board-menus.tsx';
import { useTexts } from '../../messages/texts.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

type BoardCardProps = {
  record: RaRecord;
  value: ColumnValue;
  /** Those of all columns, in their order. */
  values: readonly ColumnValue[];
  /** No card can be moved to these. */
  retired: readonly ColumnValue[];
  moves: Moves;
  nameOf: (value: unknown) => string;
  /** Whether Tab reaches this card, of all cards of its column. */
  isReached: boolean;
  onReach: () => void;
  onDrag: (isDragged: boolean) => void;
  onMove: (record: RaRecord, to: ColumnValue) => void;
  onOpen: (opened: OpenedOnCard) => void;
};

const FIELDS_PER_CARD = 3;

/** A record on a board: its title, the first columns of the list, and its menu. */
export function BoardCard(props: BoardCardProps) {
  const { record, value, values, retired, moves, isReached } = props;
  const { nameOf, onReach, onDrag, onMove, onOpen } = props;
  const { resource, may } = useResource();
  const { shown } = useLayout();
  const texts = useTexts('app');
  const { id: openId, open } = useOpenRecord();
  const hasRoom = useMediaQuery(({ breakpoints }) => breakpoints.up('md'));
  const title = displayTitle(resource, record);
  const named = new Set([...titleFields(resource), moves.field.name]);
  const fields = shown.filter(({ name }) => !named.has(name)).slice(0, FIELDS_PER_CARD);
  const mayMove = moves.mayMove(record);
  const openBeside = hasRoom && may('read') ? () => open(record.id) : undefined;
  const menu = (kind: OpenedOnCard['kind'], anchor: HTMLElement): void =>
    onOpen({ kind, record, anchor, onOpenBeside: openBeside });

  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, altKey, ctrlKey, metaKey, currentTarget } = event;
    const step = arrowStep(key);
    if (altKey && key === 'Enter' && openBeside) openBeside();
    else if ((ctrlKey || metaKey) && step !== 0) {
      const at = values.indexOf(value);
      const beyond = step > 0 ? values.slice(at + 1) : values.slice(0, at).toReversed();
      const to = beyond.find((each) => !retired.includes(each));
      if (to !== undefined) onMove(record, to);
    } else if (key.toLowerCase() === 'm' && !altKey && !ctrlKey && !metaKey) {
      if (mayMove) menu('move', currentTarget);
      else moves.explain(record);
    } else return;
    event.preventDefault();
  };
  return (
    <Box
      component="li"
      className={`b-card${record.id === openId ? ' b-open' : ''}${mayMove ? ' b-movable' : ''}`}
      draggable={mayMove}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', title);
        event.dataTransfer.effectAllowed = 'move';
        onDrag(true);
      }}
      onDragEnd={() => onDrag(false)}
      onClick={({ target }: MouseEvent) => {
        if (!(target as Element).closest('a, button')) openBeside?.();
      }}
      onContextMenu={(event) => {
        if (event.shiftKey) return;
        event.preventDefault();
        menu('record', event.currentTarget);
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
        <IconButton
          size="small"
          tabIndex={isReached ? 0 : -1}
          aria-haspopup="menu"
          aria-label={fillTemplate(texts.rows.menu, { title })}
          onClick={({ currentTarget }) => menu('record', currentTarget)}
        >
          <MoreVertIcon fontSize="small" />
        </IconButton>
      </div>
      <CardFields record={record} fields={fields} />
      <MoveNote record={record} moves={moves} nameOf={nameOf} />
    </Box>
  );
}
