import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { visuallyHidden } from '../../admin/kit/visually-hidden.ts';

type TargetButtonProps = {
  /** The key that does the same. */
  digit?: number;
  name: string;
  note: string | null;
  why: string;
  /** What pressing it does, for who does not see it among the others. */
  doing: string;
  disabled?: boolean;
  onClick: () => void;
};

/** A target with its reason; pressing it decides. */
export function TargetButton(props: TargetButtonProps) {
  const { digit, name, note, why, doing, disabled = false, onClick } = props;
  return (
    <li>
      <Button
        variant="outlined"
        size="small"
        disabled={disabled}
        aria-keyshortcuts={digit === undefined ? undefined : String(digit)}
        onClick={onClick}
        sx={{ textTransform: 'none', textAlign: 'left', gap: 1, overflowWrap: 'anywhere' }}
      >
        {digit !== undefined && (
          <Box component="span" aria-hidden sx={{ fontWeight: 700 }}>
            {digit}
          </Box>
        )}
        <span>
          <Box component="span" sx={visuallyHidden}>
            {`${doing} `}
          </Box>
          {name} {note && note !== name ? `(${note})` : ''}
        </span>
        <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {why}
        </Box>
      </Button>
    </li>
  );
}
