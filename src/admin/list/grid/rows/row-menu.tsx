import DuplicateIcon from '@mui/icons-material/LibraryAddOutlined';
import DeleteIcon from '@mui/icons-material/Delete';
import HistoryIcon from '@mui/icons-material/History';
import LinkIcon from '@mui/icons-material/Link';
import OpenInFullIcon from '@mui/icons-material/OpenInFull';
import OpenInNewIcon from '@mui/icons-material/OpenInNew';
import UnfoldMoreIcon from '@mui/icons-material/UnfoldMore';
import ViewSidebarIcon from '@mui/icons-material/ViewSidebarOutlined';
import MoveIcon from '@mui/icons-material/DriveFileMoveOutlined';
import { Divider, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import { Link, useHref } from 'react-router-dom';
import { useI18n } from '../../../kit/use-i18n.ts';
import { useCopy } from '../../../kit/use-copy.ts';
import { lazyPart } from '../../../kit/loading/lazy-part.tsx';
import type { Action } from '../../../../descriptor/settings/actions.ts';
import { displayTitle } from '../../../../descriptor/title.ts';
import { ResourceIcon } from '../../../resource/resource-icon.ts';
import { useActionReason } from '../../../record/actions/use-action-reason.ts';
import { useActions } from '../../../record/actions/use-actions.ts';
import { useListState } from '../../../resource/record-link.tsx';
import { useAsOf } from '../../../kit/as-of.ts';
import { toCreatePath, toHistoryPath, toRecordPath } from '../../../kit/screen-paths.ts';
import { useResource } from '../../../kit/use-resource.ts';
import { CellMenuItems, type CellCommands, MenuLine } from './cell-menu-items.tsx';
import type { MenuAt, OpenedMenu, RowTools } from './use-row-tools.ts';
import { ValueHistory } from '../../../record/history/lazy-history.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { useTexts } from '../../../messages/texts.ts';

const ActionDialog = lazyPart(
  () => import('../../../record/actions/action-dialog.tsx'),
  'ActionDialog',
);
const DeleteDialog = lazyPart(() => import('../../../record/delete-dialog.tsx'), 'DeleteDialog');

type RowMenuProps = {
  record: RaRecord;
  at: MenuAt;
  /** Undefined if the window is too narrow for a panel beside the list. */
  onOpenBeside?: (() => void) | undefined;
  /** Absent if records have no child lists. */
  lists?: { isOpen: boolean; onToggle: () => void } | undefined;
  /** What the user can do with the chosen cells; absent if the menu is not of a cell. */
  cells?: CellCommands | undefined;
  /** Moves the record on a board or in a calendar. */
  move?: { text: string; onMove: () => void } | undefined;
  /** On a card there are no cells to choose. */
  isOfCard?: boolean;
  /** Called once the menu and its dialogs are all closed. */
  onClose: () => void;
};

/** Everything the user may do with one record of a list. */
export function RowMenu(props: RowMenuProps) {
  const { record, at, onOpenBeside, lists, cells, move, isOfCard = false, onClose } = props;
  const { resource, may, mayWith } = useResource();
  const { selectedIds, onSelect } = useListContext();
  const { texts, say } = useI18n();
  const state = useListState();
  const asOf = useAsOf();
  const actions = useActions(record);
  const reasonOf = useActionReason();
  const copyLink = useCopyLink(toRecordPath(resource, record.id, asOf));
  const href = useHref(toRecordPath(resource, record.id, asOf));
  const [doing, setDoing] = useState<Action | 'delete' | 'values'>();
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  const title = displayTitle(resource, record);
  const unselect = (): void => {
    if (selectedIds.includes(record.id)) onSelect(selectedIds.filter((id) => id !== record.id));
  };
  return (
    <>
      <Menu
        open={doing === undefined}
        onClose={onClose}
        {...('anchor' in at
          ? { anchorEl: at.anchor }
          : { anchorReference: 'anchorPosition', anchorPosition: at })}
        // Releasing the key that opened the menu makes the browser open its own.
        onContextMenu={(event) => event.preventDefault()}
        slotProps={{
          list: { dense: true, 'aria-label': fillTemplate(texts.rows.menu, { title }) },
          paper: { sx: { minWidth: 220, maxWidth: 360 } },
        }}
      >
        {may('read') && (
          <MenuItem component={Link} to={toRecordPath(resource, record.id, asOf)} state={state}>
            <MenuLine icon={<OpenInFullIcon />} text={texts.rows.open} keys="Ctrl+Enter" />
          </MenuItem>
        )}
        {may('read') && onOpenBeside && (
          <MenuItem onClick={then(onOpenBeside)}>
            <MenuLine icon={<ViewSidebarIcon />} text={texts.rows.beside} keys="Alt+Enter" />
          </MenuItem>
        )}
        {move && (
          <MenuItem onClick={move.onMove}>
            <MenuLine icon={<MoveIcon />} text={move.text} keys="M" />
          </MenuItem>
        )}
        {may('read') && (
          <MenuItem component="a" href={href} target="_blank" rel="noopener" onClick={onClose}>
            <MenuLine icon={<OpenInNewIcon />} text={texts.rows.newTab} />
          </MenuItem>
        )}
        {may('read') && (
          <MenuItem onClick={then(copyLink)}>
            <MenuLine icon={<LinkIcon />} text={texts.grid.copyLink} />
          </MenuItem>
        )}
        {may('history') && (
          <MenuItem component={Link} to={toHistoryPath(resource, record.id)} state={state}>
            <MenuLine icon={<HistoryIcon />} text={texts.rows.history} />
          </MenuItem>
        )}
        {may('history') && isOfCard && (
          <MenuItem onClick={() => setDoing('values')}>
            <MenuLine icon={<HistoryIcon />} text={texts.rows.cells.history} />
          </MenuItem>
        )}
        {lists && (
          <MenuItem onClick={then(lists.onToggle)}>
            <MenuLine
              icon={<UnfoldMoreIcon />}
              text={lists.isOpen ? texts.rows.hideLists : texts.rows.showLists}
              keys={lists.isOpen ? 'Alt+↑' : 'Alt+↓'}
            />
          </MenuItem>
        )}
        {may('create') && may('read') && (
          <MenuItem
            component={Link}
            to={toCreatePath(resource, { copyOf: record.id })}
            state={state}
          >
            <MenuLine icon={<DuplicateIcon />} text={texts.form.duplicate} />
          </MenuItem>
        )}
        {actions.length > 0 && <Divider component="li" role="separator" />}
        {actions.map((action) => {
          const reason = reasonOf(action, record);
          const isBlocked = reason !== undefined;
          return (
            <MenuItem
              key={action.name}
              {...(isBlocked
                ? { 'aria-disabled': true, sx: { color: 'text.disabled' } }
                : { onClick: () => setDoing(action) })}
            >
              <MenuLine
                icon={<ResourceIcon name={action.icon} />}
                text={say(action.label)}
                more={reason}
              />
            </MenuItem>
          );
        })}
        {mayWith('delete', record) && <Divider component="li" role="separator" />}
        {mayWith('delete', record) && (
          <MenuItem onClick={() => setDoing('delete')} sx={{ color: 'error.main' }}>
            <MenuLine icon={<DeleteIcon color="error" />} text={texts.form.delete} />
          </MenuItem>
        )}
        {cells && <CellMenuItems cells={cells} onClose={onClose} />}
      </Menu>
      {doing === 'delete' && (
        <DeleteDialog
          record={record}
          onDeleted={() => {
            unselect();
            onClose();
          }}
          onClose={onClose}
        />
      )}
      {doing === 'values' && <ValueHistory record={record} onClose={onClose} />}
      {typeof doing === 'object' && (
        <ActionDialog action={doing} targets={[record]} onDone={undefined} onClose={onClose} />
      )}
    </>
  );
}

/** Copies the address of a page of this app, for somebody else. */
function useCopyLink(path: string): () => void {
  const href = useHref(path);
  const texts = useTexts('app');
  const copy = useCopy(texts.grid.linkCopied);
  return () => copy(new URL(href, window.location.href).href);
}

type OpenedRowMenuProps = { opened: OpenedMenu; rows: RowTools; cells: CellCommands | undefined };

/** The menu of a row of the grid; the row gets the focus back afterwards. */
export function OpenedRowMenu({ opened, rows, cells }: OpenedRowMenuProps) {
  const { expanded, menu, open, focusActive } = rows;
  const { record, at } = opened;
  const lists = { isOpen: expanded.isOpen(record), onToggle: () => expanded.toggle(record) };
  return (
    <RowMenu
      record={record}
      at={at}
      onOpenBeside={() => open(record.id)}
      lists={expanded.isPossible ? lists : undefined}
      cells={cells}
      onClose={() => {
        menu.close();
        focusActive();
      }}
    />
  );
}
