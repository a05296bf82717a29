import { Box, Button, Paper, Typography } from '@mui/material';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { Hint } from '../../kit/hint.tsx';
import { Status } from '../../kit/status/status.tsx';
import { UnsavedChanges } from '../../kit/unsaved-changes.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useTexts } from '../../messages/texts.ts';
import { ProblemAlert } from '../problem-alert.tsx';
import { type Mends, useMendCount } from './mends.ts';
import { stickyBarSx } from './sticky-bar.ts';

type MendBarProps = {
  mends: Mends;
  isPending: boolean;
  /** Why the last try was refused. */
  error: Error | null;
  /** What happens to the rows, where it is not the same job. */
  note?: string;
  onAgain: () => void;
};

/** Says how many rows are changed, and tries them again; always in sight below a long list. */
export function MendBar({ mends, isPending, error, note, onAgain }: MendBarProps) {
  const texts = useTexts('import-rows');
  const number = useNumberFormat();
  const count = useMendCount(mends);
  if (count === 0) return null;
  return (
    <Paper elevation={4} sx={stickyBarSx}>
      <UnsavedChanges isDirty={() => mends.count() > 0} onLeave={mends.putAllBack} />
      {error && (
        <Box sx={{ flexBasis: '100%', maxHeight: '40vh', overflow: 'auto' }}>
          <ProblemAlert error={error} />
        </Box>
      )}
      <Typography component={Status} sx={{ mr: 'auto' }}>
        {fillTemplate(texts.changed, { count: number(count) })}
      </Typography>
      <Button disabled={isPending} onClick={mends.putAllBack}>
        {texts.putAllBack}
      </Button>
      <Button variant="contained" loading={isPending} onClick={onAgain}>
        {fillTemplate(texts.again, { count: number(count) })}
      </Button>
      {note !== undefined && <Hint sx={{ flexBasis: '100%' }}>{note}</Hint>}
    </Paper>
  );
}
