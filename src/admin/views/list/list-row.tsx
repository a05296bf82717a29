import { Checkbox, TableCell, TableRow } from '@mui/material';
import { memo, type MouseEvent, type ReactNode } from 'react';
import {
  useDataTableCallbacksContext,
  useDataTableConfigContext,
  useDataTableSelectedIdsContext,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { displayTitle } from '../../../descriptor/title.ts';
import { useListState } from '../record-link.tsx';
import { toRecordPath } from '../screen-paths.ts';
import { useChoosable } from './use-choosable.ts';
import { useResource } from '../use-resource.ts';

/** A row opens its record by a click anywhere; the keyboard has the link in it. */
export const ListRow = memo(function ListRow({ children }: { children?: ReactNode }) {
  const { resource } = useResource();
  const isChoosable = useChoosable();
  const record = useRecordContext();
  const navigate = useNavigate();
  const state = useListState();
  const { hasBulkActions } = useDataTableConfigContext();
  const isSelected = useDataTableSelectedIdsContext()?.includes(record?.id ?? '') ?? false;
  if (record === undefined) return null;
  const path = toRecordPath(resource, record.id);

  const open = (event: MouseEvent): void => {
    // Marking text in a cell ends in a click too, and means to copy it.
    if (event.defaultPrevented || window.getSelection()?.toString()) return;
    if (event.ctrlKey || event.metaKey) window.open(path, '_blank', 'noopener');
    else void navigate(path, { state });
  };

  return (
    <TableRow hover selected={isSelected} onClick={open} sx={{ cursor: 'pointer' }}>
      {hasBulkActions && (
        <TableCell padding="checkbox" onClick={(event) => event.stopPropagation()}>
          <RowCheckbox
            title={displayTitle(resource, record)}
            isSelected={isSelected}
            isDisabled={!isChoosable(record)}
            id={record.id}
          />
        </TableCell>
      )}
      {children}
    </TableRow>
  );
});

type RowCheckboxProps = {
  title: string;
  isSelected: boolean;
  isDisabled: boolean;
  id: string | number;
};

function RowCheckbox({ title, isSelected, isDisabled, id }: RowCheckboxProps) {
  const { handleToggleItem } = useDataTableCallbacksContext();
  const translate = useTranslate();
  return (
    <Checkbox
      size="small"
      checked={isSelected}
      disabled={isDisabled}
      onClick={(event) => handleToggleItem?.(id, event)}
      slotProps={{ input: { 'aria-label': translate('list.select', { title }) } }}
    />
  );
}
