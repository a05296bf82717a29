import { Box, Button, Radio, Typography } from '@mui/material';
import { useI18n } from '../../kit/use-i18n.ts';
import { FieldValue } from '../../resource/field-value.tsx';
import type { Conflict, ConflictChoice } from './conflict.ts';
import { Hint } from '../../kit/hint.tsx';

type ConflictGridProps = {
  conflicts: readonly Conflict[];
  /** Without a name, for all fields. */
  onChoose: (side: ConflictChoice, name?: string) => void;
};

/** The value before, and both versions side by side, in a row for each field. */
export function ConflictGrid({ conflicts, onChoose }: ConflictGridProps) {
  const { texts } = useI18n();
  return (
    <Box sx={gridSx}>
      <HeadCell />
      <HeadCell label={texts.conflict.before} />
      <HeadCell label={texts.conflict.theirs} onChoose={() => onChoose('theirs')} />
      <HeadCell label={texts.conflict.mine} onChoose={() => onChoose('mine')} />
      {conflicts.map((conflict) => (
        <ConflictRow
          key={conflict.name}
          conflict={conflict}
          onChoose={(side) => onChoose(side, conflict.name)}
        />
      ))}
    </Box>
  );
}

function HeadCell({ label, onChoose }: { label?: string; onChoose?: () => void }) {
  const { texts } = useI18n();
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
        <Button size="small" onClick={onChoose} aria-label={`${texts.conflict.all}: ${label}`}>
          {texts.conflict.all}
        </Button>
      )}
    </Box>
  );
}

type ConflictRowProps = { conflict: Conflict; onChoose: (side: ConflictChoice) => void };

function ConflictRow({ conflict, onChoose }: ConflictRowProps) {
  const { texts, say } = useI18n();
  const { field, whole, chosen } = conflict;
  const label = whole ? `${say(whole.field.label)}: ${say(field.label)}` : say(field.label);
  return (
    <Box role="radiogroup" aria-label={label} sx={{ display: 'contents' }}>
      <Typography
        variant="body2"
        sx={{ p: 1.5, fontWeight: 600, borderTop: 1, borderColor: 'divider' }}
      >
        {label}
      </Typography>
      <Box className="before" sx={{ ...cellSx, cursor: 'auto', display: 'block' }}>
        <Typography
          variant="caption"
          color="text.secondary"
          component="div"
          sx={{ display: { sm: 'none' } }}
        >
          {texts.conflict.before}
        </Typography>
        <Box sx={{ overflowWrap: 'anywhere', typography: 'body2', color: 'text.secondary' }}>
          <FieldValue field={field} value={conflict.before} place="page" />
        </Box>
      </Box>
      {(conflict.both ? sides : sides.slice(0, 2)).map((side) => (
        <SideCell
          key={side}
          conflict={conflict}
          label={label}
          side={side}
          isChosen={chosen === side}
          onChoose={() => onChoose(side)}
        />
      ))}
    </Box>
  );
}

const sides = ['theirs', 'mine', 'both'] as const;

type SideCellProps = {
  conflict: Conflict;
  label: string;
  side: ConflictChoice;
  isChosen: boolean;
  onChoose: () => void;
};

function SideCell({ conflict, label, side, isChosen, onChoose }: SideCellProps) {
  const { texts } = useI18n();
  const { field } = conflict;
  return (
    <Box
      onClick={onChoose}
      className={side}
      sx={{ ...cellSx, bgcolor: isChosen ? 'action.selected' : undefined }}
    >
      <Radio
        size="small"
        name={`conflict-${conflict.name}`}
        checked={isChosen}
        onChange={onChoose}
        slotProps={{ input: { 'aria-label': `${label}: ${texts.conflict[side]}` } }}
        sx={{ p: 0.5, mt: -0.5 }}
      />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', typography: 'body2', pt: 0.25 }}>
        {side === 'both' && (
          <Hint variant="caption" component="div">
            {texts.conflict.both}
          </Hint>
        )}
        <FieldValue field={field} value={conflict[side]} place="page" />
      </Box>
    </Box>
  );
}

const gridSx = {
  display: 'grid',
  gridTemplateColumns: {
    xs: 'repeat(2, minmax(0, 1fr))',
    sm: 'minmax(120px, 1fr) repeat(3, minmax(0, 2fr))',
  },
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  overflow: 'hidden',
  '& > [role=radiogroup] > :is(p, .before)': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
  '& > [role=radiogroup] > .both': { gridColumn: { xs: '1 / -1', sm: '3 / -1' } },
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
