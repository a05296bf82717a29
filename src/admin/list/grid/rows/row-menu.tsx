import CommentsIcon from '@mui/icons-material/ChatBubbleOutline';
import DuplicateIcon from '@mui/icons-material/LibraryAddOutlined';
import DeleteIcon from '@mui/icons-material/Delete';
import HistoryIcon from '@mui/icons-material/History';
import LinkIcon from '@mui/icons-material/Link';
import OpenInFullIcon from '@mui/icons-material/OpenInFull';
import OpenInNewIcon from '@mui/icons-material/OpenInNew';
import UnfoldMoreIcon from '@mui/icons-material/UnfoldMore';
import ViewSidebarIcon from '@mui/icons-material/ViewSidebarOutlined';
import MoveDownIcon from '@mui/icons-material/KeyboardArrowDown';
import MoveUpIcon from '@mui/icons-material/KeyboardArrowUp';
import MoveIcon from '@mui/icons-material/DriveFileMoveOutlined';
import { Divider, Menu, MenuItem } from '@mui/material';
import { useState, type ReactNode } from 'react';
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
import { useListState, type ListState } from '../../../resource/record-link.tsx';
import { showThreads } from '../../../kit/beside/open-threads.ts';
import { useAsOf } from '../../../kit/as-of.ts';
import { toCreatePath, toHistoryPath, toRecordPath } from '../../../kit/screen-paths.ts';
import { useResource } from '../../../kit/use-resource.ts';
import { CellMenuItems, type CellCommands, MenuLine } from './cell-menu-items.tsx';
import type { MenuAt, OpenedMenu, RowTools } from './use-row-tools.ts';
import { useRowOrder } from './use-row-order.ts';
import { ValueHistory } from '../../../record/history/lazy-history.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { useText } from '../../../messages/use-text.ts';
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
  const { record, at, cells, onClose } = props;
  const { resource, mayWith } = useResource();
  const { texts } = useI18n();
  const [doing, setDoing] = useState<Doing>();
  const entries = useEntries(props, () => setDoing('values'));
  const title = displayTitle(resource, record);
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
        {entries}
        {useActionEntries(record, setDoing)}
        {mayWith('delete', record) && <Divider component="li" role="separator" />}
        {mayWith('delete', record) && (
          <MenuItem onClick={() => setDoing('delete')} sx={{ color: 'error.main' }}>
            <MenuLine icon={<DeleteIcon color="error" />} text={texts.form.delete} />
          </MenuItem>
        )}
        {cells && <CellMenuItems cells={cells} onClose={onClose} />}
      </Menu>
      {doing && <OpenedDialog {...{ doing, record, onClose }} />}
    </>
  );
}

/** An action, or what opens its dialog in place of the menu. */
type Doing = Action | 'delete' | 'values';

/** What an entry does: it leads to another page, or runs a command. */
type Does =
  | { to: string; state?: ListState; target?: string; rel?: string; onClick?: () => void }
  | (() => void);

type Entry = readonly [
  isOffered: unknown,
  Icon: typeof LinkIcon,
  text: string,
  does: Does,
  keys?: string,
];

/** The entries that open the record, or show more of it. */
function useEntries(props: RowMenuProps, showValues: () => void): ReactNode {
  const { record, onOpenBeside, lists, move, isOfCard, onClose } = props;
  const { resource, may } = useResource();
  const { rows, grid, form } = useTexts('app');
  const state = useListState();
  const asOf = useAsOf();
  const page = toRecordPath(resource, record.id, asOf);
  const copyLink = useCopyLink(page);
  const order = useRowOrder();
  const isPlaced = order.mayMove(record);
  const newTab = { to: page, target: '_blank', rel: 'noopener', onClick: onClose };
  const copy = toCreatePath(resource, { copyOf: record.id });
  const listsText = lists?.isOpen ? rows.hideLists : rows.showLists;
  const then = (act: (() => void) | undefined) => () => {
    onClose();
    act?.();
  };
  const mayRead = may('read');
  const showComments = (): void =>
    showThreads({
      resource: resource.name,
      record: String(record.id),
      title: displayTitle(resource, record),
    });
  const table: readonly Entry[] = [
    [mayRead, OpenInFullIcon, rows.open, { to: page, state }, 'Ctrl+Enter'],
    [mayRead && onOpenBeside, ViewSidebarIcon, rows.beside, then(onOpenBeside), 'Alt+Enter'],
    [move, MoveIcon, move?.text ?? '', () => move?.onMove(), 'M'],
    [isPlaced, MoveUpIcon, rows.moveUp, then(() => order.moveBy(record, -1)), 'Alt+Shift+↑'],
    [isPlaced, MoveDownIcon, rows.moveDown, then(() => order.moveBy(record, 1)), 'Alt+Shift+↓'],
    [mayRead, OpenInNewIcon, rows.newTab, newTab],
    [mayRead, LinkIcon, grid.copyLink, then(copyLink)],
    [may('history'), HistoryIcon, rows.history, { to: toHistoryPath(resource, record.id), state }],
    [may('history') && isOfCard, HistoryIcon, rows.cells.history, showValues],
    [may('comment') && mayRead, CommentsIcon, form.comments, then(showComments)],
    [lists, UnfoldMoreIcon, listsText, then(lists?.onToggle), lists?.isOpen ? 'Alt+↑' : 'Alt+↓'],
    [may('create') && mayRead, DuplicateIcon, form.duplicate, { to: copy, state }],
  ];
  return table
    .filter(([isOffered]) => Boolean(isOffered))
    .map(([, Icon, text, does, keys]) => (
      <MenuItem
        key={text}
        {...(typeof does === 'function' ? { onClick: does } : { component: Link, ...does })}
      >
        <MenuLine icon={<Icon />} text={text} {...(keys && { keys })} />
      </MenuItem>
    ));
}

/** The actions on the record. One that is impossible now says why. */
function useActionEntries(record: RaRecord, onChoose: (action: Action) => void): ReactNode {
  const actions = useActions(record);
  const reasonOf = useActionReason();
  const say = useText();
  if (actions.length === 0) return null;
  return [
    <Divider key="line" component="li" role="separator" />,
    ...actions.map((action) => {
      const reason = reasonOf(action, record);
      const blocked = { 'aria-disabled': true, sx: { color: 'text.disabled' } };
      return (
        <MenuItem
          key={`action ${action.name}`}
          {...(reason === undefined ? { onClick: () => onChoose(action) } : blocked)}
        >
          <MenuLine
            icon={<ResourceIcon name={action.icon} />}
            text={say(action.label)}
            more={reason}
          />
        </MenuItem>
      );
    }),
  ];
}

type OpenedDialogProps = { doing: Doing; record: RaRecord; onClose: () => void };

function OpenedDialog({ doing, record, onClose }: OpenedDialogProps) {
  const { selectedIds, onSelect } = useListContext();
  if (doing === 'values') return <ValueHistory record={record} onClose={onClose} />;
  if (doing !== 'delete')
    return <ActionDialog action={doing} targets={[record]} onDone={undefined} onClose={onClose} />;
  const unselect = (): void => {
    if (selectedIds.includes(record.id)) onSelect(selectedIds.filter((id) => id !== record.id));
    onClose();
  };
  return <DeleteDialog record={record} onDeleted={unselect} onClose={onClose} />;
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
