import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import ViewColumnIcon from '@mui/icons-material/ViewColumn';
import {
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  IconButton,
  Popover,
  Typography,
} from '@mui/material';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Field } from '../../../fields/field.ts';
import { HintButton } from '../../layout/hint-button.tsx';
import { useText } from '../../use-text.ts';
import { useColumns, type Columns } from './use-columns.ts';

/** Which columns the list has and in which order. */
export function ColumnChooser() {
  const columns = useColumns();
  const translate = useTranslate();
  const title = useId();
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <>
      <HintButton
        label={translate('list.columns')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <ViewColumnIcon />
      </HintButton>
      <Popover
        open={anchor !== undefined}
        anchorEl={anchor}
        onClose={() => setAnchor(undefined)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-labelledby': title, sx: { width: 320, maxHeight: 520 } },
        }}
      >
        <Box sx={headSx}>
          <Typography id={title} component="h2" variant="subtitle2">
            {translate('list.columns')}
          </Typography>
          <Button size="small" disabled={columns.isDefault} onClick={columns.reset}>
            {translate('list.reset_columns')}
          </Button>
        </Box>
        <ColumnRows columns={columns} />
      </Popover>
    </>
  );
}

function ColumnRows({ columns: { shown, hidden, show } }: { columns: Columns }) {
  const names = shown.map((field) => field.name);
  const move = (index: number, by: number): void => {
    const moved = [...names];
    const [name = ''] = moved.splice(index, 1);
    moved.splice(index + by, 0, name);
    show(moved);
  };
  return (
    <Box sx={{ px: 1.5, pb: 1.5 }}>
      {shown.map((field, index) => (
        <Box key={field.name} sx={{ display: 'flex' }}>
          <ColumnToggle
            field={field}
            isShown
            isLast={shown.length === 1}
            onToggle={() => show(names.filter((name) => name !== field.name))}
          />
          <MoveButton field={field} way="up" isEnd={index === 0} onMove={() => move(index, -1)} />
          <MoveButton
            field={field}
            way="down"
            isEnd={index === shown.length - 1}
            onMove={() => move(index, 1)}
          />
        </Box>
      ))}
      {hidden.length > 0 && <Box sx={{ borderTop: 1, borderColor: 'divider', my: 0.5 }} />}
      {hidden.map((field) => (
        <ColumnToggle
          key={field.name}
          field={field}
          isShown={false}
          onToggle={() => show([...names, field.name])}
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
