import { Divider, ListSubheader, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { useListContext, useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { labelledBy } from '../../shell/layout/labelled-by.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { useResource } from '../../kit/use-resource.ts';
import { toSortKeys, toSortPayload, toSortText } from '../../kit/sorting.ts';
import { TABLE, useLayout } from '../grid/columns/layout.ts';
import { CHOSEN_HERE } from '../keep-in-address.ts';
import { useQueryContext } from '../filters/filter-state.ts';
import { type ListView, useViews, useViewWrites } from '../list-views.ts';
import { SaveViewDialog } from './save-view-dialog.tsx';
import { useIsChanged, conditionsOf, filtersOf } from './view-name.tsx';

type ViewsMenuProps = { anchor: HTMLElement; current: ListView | undefined; onClose: () => void };

/** The saved views to choose from, and what the user can do with the open one. */
export function ViewsMenu({ anchor, current, onClose }: ViewsMenuProps) {
  const { resource } = useResource();
  const context = useQueryContext();
  const { filterValues, sort, perPage } = useListContext();
  const layout = useLayout();
  const translate = useTranslate();
  const navigate = useNavigate();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const views = useViews(true);
  const { change, remove } = useViewWrites();
  const [saving, setSaving] = useState<'new' | 'name'>();

  const open = (view: ListView | undefined): void => {
    const order = toSortPayload(view?.sort ?? resource.list.sort);
    const search = new URLSearchParams({
      filter: JSON.stringify(view ? filtersOf(context, view) : {}),
      sort: order.field,
      order: order.order,
      page: '1',
      perPage: String(view?.perPage ?? perPage),
    });
    onClose();
    void navigate({ search: search.toString() }, { state: CHOSEN_HERE });
  };
  const values = {
    ...conditionsOf(context, filterValues as Record<string, unknown>),
    sort: toSortText(toSortKeys(sort)),
    columns: layout.columns,
    density: layout.density,
    shownAs: layout.shownAs === TABLE ? null : layout.shownAs,
    perPage,
  };
  const act = (does: () => Promise<void>, done: string) => async (): Promise<void> => {
    onClose();
    try {
      await does();
      notify(done);
    } catch (error) {
      notifyError(error);
    }
  };
  const reset = (view: ListView): void => {
    layout.reset();
    open(view);
  };
  const isChanged = useIsChanged(current);
  const isMine = current?.mine === true;
  if (saving)
    return (
      <SaveViewDialog
        values={values}
        view={saving === 'name' ? current : undefined}
        onClose={onClose}
      />
    );
  const item = (label: string, does: () => void) => (
    <MenuItem dense key={label} onClick={does}>
      {translate(label)}
    </MenuItem>
  );
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ list: labelledBy(anchor) }}>
      <MenuItem dense selected={!current} onClick={() => open(undefined)}>
        {translate('grid.no_view')}
      </MenuItem>
      {views.map((view) => (
        <MenuItem dense key={view.id} selected={view.id === current?.id} onClick={() => open(view)}>
          {view.name}
        </MenuItem>
      ))}
      <Divider component="li" role="separator" />
      {current && <ListSubheader sx={{ lineHeight: '28px' }}>{current.name}</ListSubheader>}
      {current && isChanged && item('grid.view_reset', () => reset(current))}
      {current &&
        isMine &&
        isChanged &&
        item(
          'grid.view_save',
          act(async () => {
            await change(current, values);
            layout.reset();
          }, 'grid.view_saved'),
        )}
      {isMine && item('grid.view_edit', () => setSaving('name'))}
      {current &&
        isMine &&
        item(
          'grid.view_remove',
          act(async () => {
            await remove(current);
            open(undefined);
          }, 'grid.view_removed'),
        )}
      {item('grid.view_save_as', () => setSaving('new'))}
      {item(
        'grid.copy_link',
        act(() => navigator.clipboard.writeText(window.location.href), 'grid.link_copied'),
      )}
    </Menu>
  );
}
