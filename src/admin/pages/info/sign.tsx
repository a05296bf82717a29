import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import WarningIcon from '@mui/icons-material/WarningAmber';
import { Paper, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Hint } from '../../kit/hint.tsx';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { useTexts } from '../../messages/texts.ts';

type SignProps = { label: string; isFine?: boolean; detail?: string; children: ReactNode };

/** A fact about the server; `isFine` says whether somebody should look at it. */
export function Sign({ label, isFine, detail, children }: SignProps) {
  const { fine, attention } = useTexts('info');
  const Icon = isFine ? CheckCircleIcon : WarningIcon;
  return (
    <Paper component="li" variant="outlined" sx={{ p: 1.5, minWidth: 0 }}>
      <Hint>{label}</Hint>
      <Typography component="div" sx={{ display: 'flex', gap: 0.75, fontWeight: 600 }}>
        {isFine !== undefined && (
          <>
            <Icon color={isFine ? 'success' : 'warning'} sx={{ fontSize: '1.25rem', mt: 0.25 }} />
            <span style={visuallyHidden}>{isFine ? fine : attention}: </span>
          </>
        )}
        <span>{children}</span>
      </Typography>
      {detail !== undefined && <Hint variant="caption">{detail}</Hint>}
    </Paper>
  );
}
