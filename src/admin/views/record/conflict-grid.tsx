import { Box, Button, Radio, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Field } from '../../../fields/field.ts';
import { useText } from '../../use-text.ts';
import { FieldValue } from '../field-value.tsx';
import type { Conflict, Side } from './conflict.ts';

type ConflictGridProps = {
  conflicts: readonly Conflict[];
  /** Without a field: for all of them. */
  onChoose: (side: Side, field?: Field) => void;
};

/** Both versions beside each other, a row for each field. */
export function ConflictGrid({ conflicts, onChoose }: ConflictGridProps) {
  const translate = useTranslate();
  return (
    <Box sx={gridSx}>
      <HeadCell />
      <HeadCell label={translate('conflict.theirs')} onChoose={() => onChoose('theirs')} />
      <HeadCell label={translate('conflict.mine')} onChoose={() => onChoose('mine')} />
      {conflicts.map((conflict) => (
        <ConflictRow
          key={conflict.field.name}
          conflict={conflict}
          onChoose={(side) => onChoose(side, conflict.field)}
        />
      ))}
    </Box>
  );
}

function HeadCell({ label, onChoose }: { label?: string; onChoose?: () => void }) {
  const translate = useTranslate();
  return (
    <Box
      sx={{
        px: 1.5,
        py: 1,
        bgcolor: 'action.hover',
        display: { xs: onChoose ? 'flex' : 'none', sm: 'flex' },
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1,
      }}
    >
      <Typography variant="subtitle2" component="span">
        {label}
      </Typography>
      {onChoose && (
        <Button
          size="small"
          onClick={onChoose}
          aria-label={`${translate('conflict.all')}: ${label}`}
        >
          {translate('conflict.all')}
        </Button>
      )}
    </Box>
  );
}

function ConflictRow({
  conflict,
  onChoose,
}: {
  conflict: Conflict;
  onChoose: (side: Side) => void;
}) {
  const say = useText();
  const { field, chosen } = conflict;
  const label = say(field.label);
  return (
    <Box role="radiogroup" aria-label={label} sx={{ display: 'contents' }}>
      <Typography
        variant="body2"
        sx={{ p: 1.5, fontWeight: 600, borderTop: 1, borderColor: 'divider' }}
      >
        {label}
      </Typography>
      {(['theirs', 'mine'] as const).map((side) => (
        <SideCell
          key={side}
          conflict={conflict}
          side={side}
          isChosen={chosen === side}
          onChoose={() => onChoose(side)}
        />
      ))}
    </Box>
  );
}

type SideCellProps = { conflict: Conflict; side: Side; isChosen: boolean; onChoose: () => void };

function SideCell({ conflict, side, isChosen, onChoose }: SideCellProps) {
  const say = useText();
  const translate = useTranslate();
  const { field } = conflict;
  return (
    <Box onClick={onChoose} sx={{ ...cellSx, bgcolor: isChosen ? 'action.selected' : undefined }}>
      <Radio
        size="small"
        name={`conflict-${field.name}`}
        checked={isChosen}
        onChange={onChoose}
        slotProps={{
          input: { 'aria-label': `${say(field.label)}: ${translate(`conflict.${side}`)}` },
        }}
        sx={{ p: 0.5, mt: -0.5 }}
      />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', typography: 'body2', pt: 0.25 }}>
        <FieldValue field={field} value={conflict[side]} place="page" />
      </Box>
    </Box>
  );
}

const gridSx = {
  display: 'grid',
  gridTemplateColumns: {
    xs: 'repeat(2, minmax(0, 1fr))',
    sm: 'minmax(120px, 1fr) repeat(2, minmax(0, 2fr))',
  },
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  overflow: 'hidden',
  '& > [role=radiogroup] > p': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
};

const cellSx = {
  display: 'flex',
  gap: 0.5,
  alignItems: 'flex-start',
  p: 1.5,
  borderTop: { xs: 0, sm: 1 },
  borderColor: { xs: 'transparent', sm: 'divider' },
  cursor: 'pointer',
};
