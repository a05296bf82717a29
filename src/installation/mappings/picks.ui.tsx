import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useNumber } from '../../admin/kit/use-number.ts';

type PicksProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; count: number | undefined }[];
  onChange: (value: Value) => void;
};

/** One of a few, each with how many there are of it; two beside each other on a phone. */
export function Picks<Value extends string>({
  label,
  value,
  options,
  onChange,
}: PicksProps<Value>) {
  const write = useNumber();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      color="primary"
      aria-label={label}
      value={value}
      onChange={(_, next: Value | null) => next !== null && onChange(next)}
      sx={picksSx}
    >
      {options.map((option) => (
        <ToggleButton
          key={option.value}
          value={option.value}
          sx={{ textTransform: 'none', gap: 1 }}
        >
          {option.label}
          {option.count !== undefined && (
            <Box component="span" sx={countSx}>
              {write(option.count)}
            </Box>
          )}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** A number broken in two lines is two numbers. */
const countSx = { fontVariantNumeric: 'tabular-nums', opacity: 0.9, whiteSpace: 'nowrap' };

const picksSx = {
  display: { xs: 'grid', sm: 'inline-flex' },
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  width: { xs: 1, sm: 'auto' },
  flexWrap: { sm: 'wrap' },
  overflow: 'hidden',
  border: 1,
  borderColor: 'divider',
  borderRadius: '8px',
  // The gaps are the lines between them, in rows as in columns.
  gap: '1px',
  backgroundColor: 'divider',
  '& .MuiToggleButton-root': {
    m: 0,
    px: 1.25,
    border: 0,
    borderRadius: 0,
    backgroundColor: 'background.default',
    overflowWrap: 'anywhere',
    hyphens: 'auto',
  },
  // The last of three has its row to itself.
  '& > :last-of-type:nth-of-type(odd)': { gridColumn: '1 / -1' },
};
