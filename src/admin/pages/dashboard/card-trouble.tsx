import { Box, Button, Typography } from '@mui/material';
import type { CardState } from './use-card.ts';
import type { AskedKind } from './card-answer.ts';
import { Status } from '../../kit/status/status.tsx';
import { useTexts } from '../../messages/texts.ts';

/** Why a card shows nothing, and the way to ask again. */
export function CardTrouble({
  trouble,
  retry,
}: Pick<CardState<AskedKind>, 'retry'> & { trouble: 'late' | 'failed' }) {
  const texts = useTexts('workplace').cards;
  return (
    <Box
      component={Status}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}
    >
      <Typography
        variant="body2"
        sx={{ color: trouble === 'failed' ? 'error.main' : 'text.secondary' }}
      >
        {trouble === 'failed' ? texts.failed : texts.tooLong}
      </Typography>
      <Button size="small" onClick={retry}>
        {texts.retry}
      </Button>
    </Box>
  );
}
