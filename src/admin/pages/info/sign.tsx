import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import WarningIcon from '@mui/icons-material/WarningAmber';
import { Box, Paper, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Hint } from '../../kit/hint.tsx';
import { TextLink } from '../../kit/text-link.tsx';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { useTexts } from '../../messages/texts.ts';

type SignProps = {
  label: string;
  isFine?: boolean;
  detail?: string;
  /** A page about it. */
  more?: { to: string; title: string };
  /** Whether it takes the place of two. */
  isWide?: boolean;
  children: ReactNode;
};

/** A fact about the server; `isFine` says whether somebody should look at it. */
export function Sign({ label, isFine, detail, more, isWide, children }: SignProps) {
  const { fine, attention } = useTexts('info');
  const Icon = isFine ? CheckCircleIcon : WarningIcon;
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{ p: 1.5, minWidth: 0, ...(isWide && { gridColumn: { sm: 'span 2' } }) }}
    >
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
      {detail !== undefined && (
        <Hint variant="caption" component="div">
          <TextWithCode text={detail} />
        </Hint>
      )}
      {more && (
        <Box sx={{ pt: 0.5, fontSize: '0.8125rem' }}>
          <TextLink to={more.to}>{more.title}</TextLink>
        </Box>
      )}
    </Paper>
  );
}

/** A text whose commands stand in backticks, such as ``run `npx backoffice plan` ``. */
export function TextWithCode({ text }: { text: string }) {
  return text.split('`').map((part, at) => {
    const isCode = at % 2 === 1;
    // A text keeps its order.
    return isCode ? <code key={at}>{part}</code> : part;
  });
}
