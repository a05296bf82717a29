import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined';
import {
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  IconButton,
  Popover,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Field } from '../../../fields/field.ts';
import { showKeys } from '../../palette/palette-state.ts';
import { useText } from '../../use-text.ts';
import { densities } from '../density.ts';
import { movedColumn, withColumn } from './layout.ts';
import type { LayoutView } from './use-layout.ts';

type ColumnChooserProps = {
  id: string;
  anchor: HTMLElement;
  layout: LayoutView;
  onClose: () => void;
};

/** Which columns the list has, in which order, and how high its rows are. */
export function ColumnChooser({ id, anchor, layout, onClose }: ColumnChooserProps) {
  const translate = useTranslate();
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-labelledby': id, sx: { width: 320, maxHeight: 560 } },
      }}
    >
      <Box sx={headSx}>
        <Typography id={id} component="h2" variant="subtitle2">
          {translate('list.columns')}
        </Typography>
        <Button size="small" disabled={layout.isDefault} onClick={layout.reset}>
          {translate('list.reset_columns')}
        </Button>
      </Box>
      <DensityChoice layout={layout} />
      <ColumnRows layout={layout} />
      <Button
        size="small"
        startIcon={<KeyboardIcon />}
        onClick={() => {
          onClose();
          showKeys();
        }}
        sx={{ mx: 1.5, mb: 1.5 }}
      >
        {translate('grid.keys')}
      </Button>
    </Popover>
  );
}

function DensityChoice({ layout: { density, change } }: { layout: LayoutView }) {
  const translate = useTranslate();
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      value={density}
      aria-label={translate('grid.density')}
      onChange={(_, chosen: (typeof densities)[number] | null) => {
        if (chosen) change({ density: chosen });
      }}
      sx={{ px: 2, pb: 1 }}
    >
      {densities.map((each) => (
        <ToggleButton key={each} value={each} sx={{ py: 0.5, textTransform: 'none' }}>
          {translate(`grid.densities.${each}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

function ColumnRows({ layout: { columns, shown, hidden, change } }: { layout: LayoutView }) {
  const move = (field: Field, to: number): void =>
    change({ columns: movedColumn(columns, field.name, to) });
  const toggle = (field: Field, isShown: boolean): void =>
    change({ columns: withColumn(columns, field.name, isShown) });
  return (
    <Box sx={{ px: 1.5, pb: 1.5 }}>
      {shown.map((field, index) => (
        <Box key={field.name} sx={{ display: 'flex' }}>
          <ColumnToggle
            field={field}
            isShown
            isLast={shown.length === 1}
            onToggle={() => toggle(field, false)}
          />
          <MoveButton
            field={field}
            way="up"
            isEnd={index === 0}
            onMove={() => move(field, index - 1)}
          />
          <MoveButton
            field={field}
            way="down"
            isEnd={index === shown.length - 1}
            onMove={() => move(field, index + 1)}
          />
        </Box>
      ))}
      {hidden.length > 0 && <Box sx={{ borderTop: 1, borderColor: 'divider', my: 0.5 }} />}
      {hidden.map((field) => (
        <ColumnToggle
          key={field.name}
          field={field}
          isShown={false}
          onToggle={() => toggle(field, true)}
        />
      ))}
    </Box>
  );
}

type ColumnToggleProps = { field: Field; isShown: boolean; isLast?: boolean; onToggle: () => void };

function ColumnToggle({ field, isShown, isLast = false, onToggle }: ColumnToggleProps) {
  const say = useText();
  return (
    <FormControlLabel
      control={
        <Checkbox
          size="small"
          sx={{ py: 0.5 }}
          checked={isShown}
          disabled={isLast}
          onChange={onToggle}
        />
      }
      label={<Typography variant="body2">{say(field.label)}</Typography>}
      sx={{ display: 'flex', flex: 1, minWidth: 0, mr: 0 }}
    />
  );
}

type MoveButtonProps = { field: Field; way: 'up' | 'down'; isEnd: boolean; onMove: () => void };

function MoveButton({ field, way, isEnd, onMove }: MoveButtonProps) {
  const say = useText();
  const translate = useTranslate();
  const Icon = way === 'up' ? ArrowUpwardIcon : ArrowDownwardIcon;
  return (
    <IconButton
      size="small"
      disabled={isEnd}
      aria-label={translate(`list.move_${way}`, { label: say(field.label) })}
      onClick={onMove}
    >
      <Icon sx={{ fontSize: 16 }} />
    </IconButton>
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
