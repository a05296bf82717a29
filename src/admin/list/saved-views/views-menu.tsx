import { Box, Divider, ListSubheader, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { useCopy } from '../../kit/use-copy.ts';
import { ConfirmDialog } from '../../kit/dialog-frame.tsx';
import { useTexts } from '../../messages/texts.ts';
import { labelledBy } from '../../shell/layout/labelled-by.ts';
import { type ListView, useViewWrites } from '../list-views.ts';
import { SaveViewDialog } from './save-view-dialog.tsx';
import { useViewWork } from './use-view-work.ts';
import { useViewCounts } from './view-counts.ts';
import { useTabsState } from './view-tabs-state.ts';

type ViewsMenuProps = {
  anchor: HTMLElement;
  /** The view of the tab at which the menu opens; otherwise it also lists views, and works on the open one. */
  of?: ListView;
  /** Lists all views; set where no tabs stand beside the menu. */
  isWhole?: boolean;
  onClose: () => void;
};

type Dialog = 'new' | 'edit' | 'remove';

/** Views to choose from, and what the user can do with one. */
export function ViewsMenu({ anchor, of, isWhole = false, onClose }: ViewsMenuProps) {
  const texts = useTexts('views');
  const app = useTexts('app');
  const notify = useNotify();
  const notifyError = useNotifyError();
  const copyLink = useCopy(app.grid.linkCopied);
  const state = useTabsState();
  const { tabs, others, current } = state;
  const work = useViewWork(current);
  const { remove } = useViewWrites();
  const count = useViewCounts(tabs);
  const [dialog, setDialog] = useState<Dialog>();
  const view = of ?? current;

  const drop = async (dropped: ListView): Promise<void> => {
    try {
      await remove(dropped);
      state.drop(dropped.id);
      if (dropped === current) void work.open(undefined);
      notify(texts.removed);
    } catch (error) {
      notifyError(error);
    }
  };

  if (dialog === 'remove' && view)
    return (
      <ConfirmDialog
        isGrave
        title={fillTemplate(texts.removeTitle, { name: view.name })}
        text={view.roles?.length ? texts.removeShared : texts.removeText}
        cancel={app.list.cancel}
        action={texts.remove}
        onAction={() => {
          onClose();
          void drop(view);
        }}
        onClose={onClose}
      />
    );
  if (dialog)
    return (
      <SaveViewDialog
        values={work.values}
        view={dialog === 'edit' ? view : undefined}
        onClose={onClose}
      />
    );

  const item = (label: string, does: () => void, isHere = false) => (
    <MenuItem
      dense
      key={label}
      disabled={isHere}
      onClick={() => {
        onClose();
        does();
      }}
    >
      {label}
    </MenuItem>
  );
  const ask = (label: string, which: Dialog) => (
    <MenuItem dense key={label} onClick={() => setDialog(which)}>
      {label}
    </MenuItem>
  );
  const all = isWhole ? [undefined, ...tabs, ...others] : others;
  const listed = of ? [] : all;
  const at = view ? tabs.indexOf(view) : -1;
  const isOpen = view === current;
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ list: labelledBy(anchor) }}>
      {listed.map((each) => (
        <MenuItem
          dense
          key={each?.id ?? ''}
          selected={isWhole && each === current}
          onClick={() => {
            onClose();
            void work.open(each);
          }}
        >
          {each?.name ?? app.grid.all}
          <Box component="span" sx={{ ml: 'auto', pl: 3, color: 'text.secondary' }}>
            {count(each)}
          </Box>
        </MenuItem>
      ))}
      {listed.length > 0 && <Divider component="li" role="separator" />}
      {view && !of && <ListSubheader sx={{ lineHeight: '28px' }}>{view.name}</ListSubheader>}
      {view &&
        isOpen &&
        work.isChanged && [
          ...(view.mine ? [item(texts.save, () => void work.save(view))] : []),
          item(texts.discard, () => work.discard(view)),
        ]}
      {view?.mine && ask(texts.edit, 'edit')}
      {view &&
        !isWhole && [
          item(texts.moveLeft, () => state.move(view.id, at - 1), at <= 0),
          item(texts.moveRight, () => state.move(view.id, at + 1), at >= tabs.length - 1),
        ]}
      {view &&
        (state.isPinned(view)
          ? item(texts.unpin, () => state.pin(view, false))
          : item(texts.pin, () => state.pin(view, true)))}
      {view?.mine && ask(texts.remove, 'remove')}
      {view && <Divider component="li" role="separator" />}
      {isOpen && ask(texts.saveAs, 'new')}
      {isOpen && item(app.grid.copyLink, () => copyLink(window.location.href))}
    </Menu>
  );
}
