import { Menu, MenuItem } from '@mui/material';
import type { RaRecord } from 'react-admin';
import { displayTitle } from '../../../descriptor/title.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import type { Moves } from '../shown-as/use-moves.ts';

/** A value that the records of a column have; null for those without one. */
export type ColumnValue = string | number | boolean | null;

const RowMenu = lazyPart(() => import('../grid/rows/row-menu.tsx'), 'RowMenu');

/** The menu that is open at a card: the actions of its record, or the columns to move it to. */
export type OpenedOnCard = {
  kind: 'record' | 'move';
  record: RaRecord;
  anchor: HTMLElement;
  onOpenBeside: (() => void) | undefined;
};

type BoardMenusProps = {
  opened: OpenedOnCard;
  moves: Moves;
  values: readonly ColumnValue[];
  nameOf: (value: unknown) => string;
  onMove: (record: RaRecord, to: ColumnValue) => void;
  /** Opens the choice of a column. */
  onChoose: () => void;
  onClose: () => void;
};

/** The menu of a card, and from there the columns to move it to. */
export function BoardMenus(props: BoardMenusProps) {
  const { opened, moves, values, nameOf, onMove, onChoose, onClose } = props;
  const { kind, record, anchor, onOpenBeside } = opened;
  const texts = useTexts('shown-as');
  const { resource } = useResource();
  if (kind === 'record')
    return (
      <RowMenu
        record={record}
        at={{ anchor }}
        isOfCard
        onOpenBeside={onOpenBeside}
        move={moves.mayMove(record) ? { text: texts.move, onMove: onChoose } : undefined}
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
        .filter((value) => moves.mayMoveTo(record, value))
        .map((value) => (
          <MenuItem
            key={String(value)}
            role="menuitemradio"
            aria-checked={value === now}
            selected={value === now}
            onClick={() => {
              onClose();
              onMove(record, value);
            }}
          >
            {nameOf(value)}
          </MenuItem>
        ))}
    </Menu>
  );
}
