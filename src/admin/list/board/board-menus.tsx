import { Menu } from '@mui/material';
import type { RaRecord } from 'react-admin';
import { displayTitle } from '../../../descriptor/title.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { RowMenu } from '../lazy-parts.ts';
import { MenuAction } from '../menu-action.tsx';
import type { Dragged } from '../shown-as/use-drop-target.ts';
import type { Moves } from '../shown-as/moves.tsx';

/** A value that the records of a column have; null for those without one. */
export type ColumnValue = string | number | boolean | null;

/** The menu that is open at a card: the actions of its record, or the columns to move it to. */
export type OpenedOnCard = {
  kind: 'record' | 'move';
  record: RaRecord;
  anchor: HTMLElement;
  onOpenBeside: (() => void) | undefined;
};

/** What the columns and the cards of a board share. */
export type BoardState = {
  moves: Moves;
  /** The values of all columns, in their order, and those among them that no card can be moved to. */
  values: readonly ColumnValue[];
  retired: readonly ColumnValue[];
  nameOf: (value: unknown) => string;
  dragged: Dragged;
  onMove: (record: RaRecord, to: ColumnValue) => void;
  onOpen: (opened: OpenedOnCard) => void;
};

type BoardMenusProps = { opened: OpenedOnCard; board: BoardState; onClose: () => void };

/** The menu of a card, and from there the columns to move it to. */
export function BoardMenus({ opened, board, onClose }: BoardMenusProps) {
  const { kind, record, anchor, onOpenBeside } = opened;
  const { moves, values, retired, nameOf, onMove, onOpen } = board;
  const texts = useTexts('shown-as');
  const { resource } = useResource();
  const choose = { text: texts.move, onMove: () => onOpen({ ...opened, kind: 'move' }) };
  if (kind === 'record')
    return (
      <RowMenu
        record={record}
        at={{ anchor }}
        isOfCard
        onOpenBeside={onOpenBeside}
        move={moves.mayMove(record) ? choose : undefined}
        onClose={onClose}
      />
    );
  const now: unknown = record[moves.field.name] ?? null;
  const title = fillTemplate(texts.moveTo, { title: displayTitle(resource, record) });
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{
        list: { dense: true, 'aria-label': title },
        paper: { sx: { minWidth: 200, maxHeight: 420 } },
      }}
    >
      {values
        .filter(
          (value) =>
            !retired.includes(value) && moves.mayMoveTo(record, { [moves.field.name]: value }),
        )
        .map((value) => (
          <MenuAction
            key={String(value)}
            role="menuitemradio"
            aria-checked={value === now}
            selected={value === now}
            onClose={onClose}
            onChoose={() => onMove(record, value)}
          >
            {nameOf(value)}
          </MenuAction>
        ))}
    </Menu>
  );
}
