import { Box, Card as Paper, Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';
import type { AnswerKind } from '../../../contract/dashboard.ts';
import type { CardState } from './use-card.ts';
import { useTexts } from '../../messages/texts.ts';
import { QueryNotice } from '../../kit/loading/query-state.tsx';
import { Hint } from '../../kit/hint.tsx';

type CardPanelProps = {
  title: string;
  help?: string | undefined;
  tools?: ReactNode;
  children: ReactNode;
};

/** A card with its own title. */
export function CardPanel({ title, help, tools, children }: CardPanelProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 1.75, pt: 1, minHeight: 44 }}>
        <Typography id={id} component="h3" variant="subtitle2" sx={{ flex: 1, fontWeight: 650 }}>
          {title}
        </Typography>
        {tools}
      </Box>
      {help && (
        <Hint variant="caption" sx={{ display: 'block', px: 1.75 }}>
          {help}
        </Hint>
      )}
      {children}
    </Paper>
  );
}

/** Says why a card is empty, with a button to retry. */
export function CardTrouble({
  trouble,
  retry,
}: Pick<CardState<AnswerKind>, 'retry'> & { trouble: 'late' | 'failed' }) {
  const texts = useTexts('workplace').cards;
  const isError = trouble === 'failed';
  const text = isError ? texts.failed : texts.tooLong;
  return <QueryNotice text={text} isError={isError} retryLabel={texts.retry} onRetry={retry} />;
}
