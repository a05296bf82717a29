import MoveDownIcon from '@mui/icons-material/KeyboardArrowDown';
import MoveUpIcon from '@mui/icons-material/KeyboardArrowUp';
import {
  Box,
  Button,
  IconButton,
  Popover,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material';
import { useId, useState } from 'react';
import type { Field } from '../../../../fields/type/field.ts';
import { useResource } from '../../../kit/use-resource.ts';
import { useI18n } from '../../../kit/use-i18n.ts';
import { CheckField } from '../../../resource/check-field.tsx';
import { densities } from '../grid-table.ts';
import { columnToShow } from './column-to-show.ts';
import { isIn, LookupRows, useLookupGroups } from './lookup-rows.tsx';
import { canMoveColumn, movedColumn, useLayout, withColumn, type LayoutView } from './layout.ts';
import { useTexts } from '../../../messages/texts.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';

type ColumnChooserProps = { anchor: HTMLElement; onClose: () => void };

/** Chooses the columns of the list, their order, and the height of the rows. */
export function ColumnChooser({ anchor, onClose }: ColumnChooserProps) {
  const id = useId();
  const layout = useLayout();
  const texts = useTexts('app');
  const [before] = useState(layout.shown.map(({ name }) => name));
  // New columns are the last ones, often beyond the edge of the grid.
  const close = (): void => {
    const added = layout.shown.findLast(({ name }) => !before.includes(name));
    if (added) columnToShow.send(added.name);
    onClose();
  };
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={close}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-labelledby': id, sx: { width: 320, maxHeight: 560 } },
      }}
    >
      <Box sx={headSx}>
        <Typography id={id} component="h2" variant="subtitle2">
          {texts.list.columns}
        </Typography>
        <Button size="small" disabled={layout.isDefault} onClick={layout.resetColumns}>
          {texts.list.resetColumns}
        </Button>
      </Box>
      <DensityChoice layout={layout} />
      <ColumnRows layout={layout} />
    </Popover>
  );
}

function DensityChoice({ layout: { density, change } }: { layout: LayoutView }) {
  const texts = useTexts('app');
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      value={density}
      aria-label={texts.grid.density}
      onChange={(_, chosen: (typeof densities)[number] | null) => {
        if (chosen) change({ density: chosen });
      }}
      sx={{ px: 2, pb: 1 }}
    >
      {densities.map((each) => (
        <ToggleButton key={each} value={each} sx={{ py: 0.5, textTransform: 'none' }}>
          {texts.grid.densities[each]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** With this many columns, searching by name is quicker. */
const MANY = 12;

function ColumnRows({ layout }: { layout: LayoutView }) {
  const { shown, hidden } = layout;
  const { texts, say } = useI18n();
  const isSearched = useLookupGroups().length > 0 || shown.length + hidden.length > MANY;
  const [words, setWords] = useState('');
  const { resource } = useResource();
  // A search finds the fields of other records below.
  const isMeant = ({ name, label }: Field): boolean =>
    isIn(say(label), words) && (words.trim() === '' || !resource.through.has(name));
  const toRow = (field: Field, label?: string) => (
    <ColumnRow key={field.name} field={field} layout={layout} label={label} />
  );
  return (
    <Box sx={{ px: 1.5, pb: 1.5 }}>
      {isSearched && (
        <TextField
          type="search"
          size="small"
          margin="none"
          label={texts.grid.findColumn}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          sx={{ my: 0.5 }}
        />
      )}
      {/* One list, so that a row keeps the focus when the user shows or hides its column. */}
      {[
        ...shown.filter(isMeant).map((field) => toRow(field)),
        <Box key="hidden" sx={{ borderTop: 1, borderColor: 'divider', my: 0.5 }} />,
        ...hidden.filter(isMeant).map((field) => toRow(field)),
      ]}
      <LookupRows words={words} toRow={toRow} />
    </Box>
  );
}

type ColumnRowProps = {
  field: Field;
  layout: LayoutView;
  /** The name below a heading. The row of a shown column, which can be moved, is then elsewhere. */
  label?: string | undefined;
};

function ColumnRow({ field, layout, label: nameHere }: ColumnRowProps) {
  const { columns, shown, change } = layout;
  const { texts, say } = useI18n();
  const { name } = field;
  const label = nameHere ?? say(field.label);
  const isShown = shown.includes(field);
  const canMove = isShown && nameHere === undefined;
  const mover = (way: 'up' | 'down', by: -1 | 1, Icon: typeof MoveUpIcon) => (
    <IconButton
      size="small"
      // Not `disabled`: that would take the focus from users who move a column to the end by keys.
      aria-disabled={!canMoveColumn(columns, name, by)}
      aria-label={fillTemplate(texts.list.move[way], { label })}
      onClick={() => change({ columns: movedColumn(columns, name, by) })}
      sx={{ '&[aria-disabled="true"]': { color: 'action.disabled' } }}
    >
      <Icon sx={{ fontSize: 16 }} />
    </IconButton>
  );
  return (
    <Box sx={{ display: 'flex' }}>
      <CheckField
        checked={isShown}
        disabled={isShown && shown.length === 1}
        isDense
        onChange={() => change({ columns: withColumn(columns, name, !isShown) })}
        label={<Typography variant="body2">{label}</Typography>}
        sx={{ display: 'flex', flex: 1, minWidth: 0, mr: 0 }}
      />
      {canMove && mover('up', -1, MoveUpIcon)}
      {canMove && mover('down', 1, MoveDownIcon)}
    </Box>
  );
}

const headSx = {
  position: 'sticky',
  top: 0,
  zIndex: 1,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  px: 2,
  py: 1,
  bgcolor: 'background.paper',
};
