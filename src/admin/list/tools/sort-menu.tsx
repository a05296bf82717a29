import MoveDownIcon from '@mui/icons-material/KeyboardArrowDown';
import MoveUpIcon from '@mui/icons-material/KeyboardArrowUp';
import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, IconButton, Popover, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { useListContext } from 'react-admin';
import type { Field } from '../../../fields/type/field.ts';
import { NativeSelect } from '../../kit/native-select.tsx';
import {
  isSortable,
  toSortKeys,
  toSortPayload,
  toSortPayloadOf,
  type SortKey,
} from '../../resource/sorting.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useLayout } from '../grid/columns/layout.ts';
import { useCurrentView } from '../list-views.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

type SortMenuProps = { anchor: HTMLElement; onClose: () => void };

/** The fields by which the list is sorted, the most significant first: to add, remove, move and reverse. */
export function SortMenu({ anchor, onClose }: SortMenuProps) {
  const { texts, say } = useI18n();
  const { resource } = useResource();
  const { shown, hidden } = useLayout();
  const { sort, setSort } = useListContext();
  const { view } = useCurrentView();
  const title = useId();
  // The list follows a moment later; the next click must see this one.
  const [keys, setKeys] = useState(() => toSortKeys(sort));
  const fields = [...shown, ...hidden].filter(isSortable);
  const usual = toSortPayload(view?.sort ?? resource.list.sort);
  const chosen = toSortPayloadOf(keys);
  const isUsual = usual.field === chosen.field && usual.order === chosen.order;
  const change = (next: readonly SortKey[]): void => {
    setKeys(next);
    setSort(toSortPayloadOf(next));
  };
  const toLabel = (name: string): string => {
    const field = fields.find((each) => each.name === name);
    return field ? say(field.label) : name;
  };
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': title, sx: { width: 380, p: 2 } } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 1 }}>
        <Typography id={title} component="h2" variant="subtitle2">
          {texts.list.sort}
        </Typography>
        <Button size="small" disabled={isUsual} onClick={() => change(toSortKeys(usual))}>
          {texts.list.resetColumns}
        </Button>
      </Box>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {keys.map((key, at) => (
          <SortRow
            // A row keeps the focus when the user moves it.
            key={key.name}
            label={toLabel(key.name)}
            sortKey={key}
            canMove={{ up: at > 0, down: at < keys.length - 1 }}
            isOnly={keys.length === 1}
            onReverse={() => change(keys.with(at, { ...key, isDescending: !key.isDescending }))}
            onMove={(by) => change(keys.toSpliced(at, 1).toSpliced(at + by, 0, key))}
            onRemove={() => change(keys.toSpliced(at, 1))}
          />
        ))}
      </Box>
      <AddSort
        fields={fields.filter(({ name }) => keys.every((key) => key.name !== name))}
        hasKeys={keys.length > 0}
        onAdd={(name) => change([...keys, { name, isDescending: false }])}
      />
    </Popover>
  );
}

type SortRowProps = {
  label: string;
  sortKey: SortKey;
  canMove: { up: boolean; down: boolean };
  /** A list is always sorted by something. */
  isOnly: boolean;
  onReverse: () => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

function SortRow(props: SortRowProps) {
  const { label, sortKey, canMove, isOnly, onReverse, onMove, onRemove } = props;
  const { texts } = useI18n();
  const way = texts.list[sortKey.isDescending ? 'descending' : 'ascending'];
  const tool = (name: string, Icon: typeof MoveUpIcon, isOff: boolean, act: () => void) => (
    <IconButton
      size="small"
      // Not `disabled`: that would take the focus from users who move a field to the end by keys.
      aria-disabled={isOff}
      aria-label={name}
      onClick={() => !isOff && act()}
      sx={{ '&[aria-disabled="true"]': { color: 'action.disabled' } }}
    >
      <Icon fontSize="small" />
    </IconButton>
  );
  return (
    <Box component="li" sx={rowSx}>
      <Typography variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {label}
      </Typography>
      <Button
        size="small"
        color="inherit"
        aria-label={fillTemplate(texts.list.reverse, { label, way })}
        onClick={onReverse}
        sx={{ flex: 'none' }}
      >
        {way} {sortKey.isDescending ? '↓' : '↑'}
      </Button>
      {tool(fillTemplate(texts.list.move.up, { label }), MoveUpIcon, !canMove.up, () => onMove(-1))}
      {tool(fillTemplate(texts.list.move.down, { label }), MoveDownIcon, !canMove.down, () =>
        onMove(1),
      )}
      {tool(fillTemplate(texts.list.removeSort, { label }), CloseIcon, isOnly, onRemove)}
    </Box>
  );
}

type AddSortProps = {
  fields: readonly Field[];
  hasKeys: boolean;
  onAdd: (name: string) => void;
};

function AddSort({ fields, hasKeys, onAdd }: AddSortProps) {
  const { texts, say } = useI18n();
  if (fields.length === 0) return null;
  return (
    <Box sx={{ mt: 1.5 }}>
      <NativeSelect
        label={hasKeys ? texts.list.thenSortBy : texts.list.sortBy}
        value=""
        none={texts.list.chooseField}
        options={fields.map((field) => [field.name, say(field.label)] as const)}
        onChange={(name) => name !== '' && onAdd(name)}
      />
    </Box>
  );
}

const rowSx = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.25,
  minHeight: 40,
  '@media (pointer: coarse)': { '& button': { minWidth: 44, minHeight: 44 } },
};
