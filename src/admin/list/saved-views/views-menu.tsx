import { Box, Divider, ListSubheader, Menu } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useConfig } from '../../client/config.tsx';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { useCopy } from '../../kit/use-copy.ts';
import { ConfirmDialog } from '../../kit/dialog-frame.tsx';
import { useTexts } from '../../messages/texts.ts';
import { labelledBy } from '../../shell/layout/labelled-by.ts';
import { type ListView, useViewWrites } from '../list-views.ts';
import { MenuAction } from '../menu-action.tsx';
import { SaveViewDialog } from './save-view-dialog.tsx';
import { useOpenView } from './use-open-view.ts';
import { useViewWork } from './use-view-work.ts';
import { useViewCounts } from './view-counts.ts';
import { WatchViewDialog } from './watch-view-dialog.tsx';
import { useTabsState } from './view-tabs-state.ts';

type ViewsMenuProps = {
  anchor: HTMLElement;
  /** The view of the tab at which the menu opens; otherwise it also lists views, and works on the open one. */
  of?: ListView;
  /** Lists all views; set where no tabs stand beside the menu. */
  isWhole?: boolean;
  onClose: () => void;
};

type Dialog = 'new' | 'edit' | 'remove' | 'watch';

/** Views to choose from, and what the user can do with one. */
export function ViewsMenu({ anchor, of, isWhole, onClose }: ViewsMenuProps) {
  const app = useTexts('app');
  const { tabs, others, current } = useTabsState();
  const view = of ?? current;
  const { work, ofView, ofList } = useCommands(view, isWhole);
  const heading = useHeading();
  const count = useViewCounts(tabs);
  const [dialog, setDialog] = useState<Dialog>();
  if (dialog) return <ViewDialog {...{ dialog, view, onClose }} values={work.values} />;
  const entry = ({ label, run, isOff = false }: Command) => (
    <MenuAction
      dense
      key={label}
      disabled={isOff}
      // The dialog takes the place of the menu.
      onClose={typeof run === 'string' ? () => setDialog(run) : onClose}
      onChoose={typeof run === 'string' ? undefined : run}
    >
      {label}
    </MenuAction>
  );
  const all = isWhole ? [undefined, ...tabs, ...others] : others;
  const listed = of ? [] : all;
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ list: labelledBy(anchor) }}>
      {listed.map((each) => (
        <MenuAction
          dense
          key={each?.id ?? ''}
          selected={isWhole === true && each === current}
          onClose={onClose}
          onChoose={() => void work.open(each)}
        >
          {each?.name ?? app.grid.all}
          <Box component="span" sx={{ ml: 'auto', pl: 3, color: 'text.secondary' }}>
            {count(each)}
          </Box>
        </MenuAction>
      ))}
      {listed.length > 0 && <Divider component="li" role="separator" />}
      {view && heading(view, of !== undefined)}
      {ofView.map(entry)}
      {view && <Divider component="li" role="separator" />}
      {ofList.map(entry)}
    </Menu>
  );
}

type ViewDialogProps = {
  dialog: Dialog;
  view: ListView | undefined;
  values: ReturnType<typeof useViewWork>['values'];
  onClose: () => void;
};

function ViewDialog({ dialog, view, values, onClose }: ViewDialogProps) {
  if (view && dialog === 'remove') return <RemoveViewDialog {...{ view, onClose }} />;
  if (view && dialog === 'watch') return <WatchViewDialog {...{ view, onClose }} />;
  return <SaveViewDialog {...{ values, onClose }} view={dialog === 'edit' ? view : undefined} />;
}

/** The name of a view, and who shared it; at its own tab, which has its name, only if somebody did. */
function useHeading() {
  const texts = useTexts('views');
  return ({ name, mine, owner }: ListView, isAtTab: boolean) => {
    const by = mine ? undefined : owner?.name;
    if (isAtTab && !by) return null;
    return (
      <ListSubheader sx={{ lineHeight: '28px' }}>
        {[name, by && fillTemplate(texts.sharedBy, { name: by })].filter(Boolean).join(' · ')}
      </ListSubheader>
    );
  };
}

/** What a command runs, or the dialog that it opens. */
type Command = { label: string; run: (() => void) | Dialog; isOff?: boolean };

/** What the user can do with a view, and with the list as it is now. */
function useCommands(view: ListView | undefined, isWhole = false) {
  const texts = useTexts('views');
  const app = useTexts('app');
  const copyLink = useCopy(app.grid.linkCopied);
  const { role } = useConfig();
  const { tabs, current, isPinned, pin, move } = useTabsState();
  const work = useViewWork(current);
  const isOpen = view === current;
  const toChanges = (open: ListView): Command[] => [
    ...(open.mine ? [{ label: texts.save, run: () => void work.save(open) }] : []),
    { label: texts.discard, run: () => work.discard(open) },
  ];
  const toMoves = ({ id }: ListView, at: number): Command[] => [
    { label: texts.moveLeft, run: () => move(id, at - 1), isOff: at <= 0 },
    { label: texts.moveRight, run: () => move(id, at + 1), isOff: at >= tabs.length - 1 },
  ];
  const toCommands = (own: ListView): Command[] => [
    ...(isOpen && work.isChanged ? toChanges(own) : []),
    ...(own.mine ? [{ label: texts.edit, run: 'edit' } as const] : []),
    // A view of the installation has no version.
    ...(own.version !== undefined && !own.q ? [{ label: texts.watch, run: 'watch' } as const] : []),
    ...(isWhole ? [] : toMoves(own, tabs.indexOf(own))),
    { label: isPinned(own) ? texts.unpin : texts.pin, run: () => pin(own, !isPinned(own)) },
    ...(own.mine ? [{ label: texts.remove, run: 'remove' } as const] : []),
    ...(isLeft(own, role) ? [{ label: texts.leave, run: 'remove' } as const] : []),
  ];
  const ofList: Command[] = [
    { label: texts.saveAs, run: 'new' },
    { label: app.grid.copyLink, run: () => copyLink(window.location.href) },
  ];
  return { work, ofView: view ? toCommands(view) : [], ofList: isOpen ? ofList : [] };
}

/** Whether the view was shared with the user alone, who can remove it for themselves. */
function isLeft({ mine, people = [], roles = [] }: ListView, role: string): boolean {
  return !mine && people.length > 0 && !roles.includes(role);
}

/** Asks before it removes a view. If it is the open one, the list without a view opens. */
function RemoveViewDialog({ view, onClose }: { view: ListView; onClose: () => void }) {
  const texts = useTexts('views');
  const app = useTexts('app');
  const notify = useNotify();
  const notifyError = useNotifyError();
  const { current, drop } = useTabsState();
  const open = useOpenView();
  const { remove } = useViewWrites();
  const removeView = async (): Promise<void> => {
    try {
      await remove(view);
      drop(view.id);
      if (view === current) void open(undefined);
      notify(view.mine ? texts.removed : texts.left);
    } catch (error) {
      notifyError(error);
    }
  };
  const isShared = [view.roles, view.people].some((others) => others?.length);
  const words = view.mine
    ? {
        title: texts.removeTitle,
        text: isShared ? texts.removeShared : texts.removeText,
        action: texts.remove,
      }
    : { title: texts.leaveTitle, text: texts.leaveText, action: texts.leave };
  return (
    <ConfirmDialog
      isGrave={view.mine}
      {...words}
      title={fillTemplate(words.title, { name: view.name })}
      cancel={app.list.cancel}
      onAction={() => {
        onClose();
        void removeView();
      }}
      onClose={onClose}
    />
  );
}
