import CheckIcon from '@mui/icons-material/Check';
import WarningAmberIcon from '@mui/icons-material/WarningAmber';
import { Box, Link, Skeleton, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import type { Card } from '../../../descriptor/permissions/dashboard.ts';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { useText } from '../../messages/use-text.ts';
import { useNumber } from '../../kit/use-number.ts';
import { CardTrouble } from './card-trouble.tsx';
import { useCard } from './use-card.ts';
import { useCardList } from './use-card-list.ts';
import { useTexts } from '../../messages/texts.ts';

/** Something of which there should be none: calm when there is none, else with the way to those there are. */
export function CheckLine({ card }: { card: Card & { kind: 'check' } }) {
  const say = useText();
  const texts = useTexts('workplace').cards;
  const number = useNumber();
  const { pathWith } = useCardList(card);
  const { answer, trouble, retry } = useCard(card);
  const total = answer?.total ?? undefined;
  const isEmpty = answer?.isEmpty === true;
  const isFine = total === 0 && !isEmpty;
  const isCalm = isFine || isEmpty;
  return (
    <Box component="li" sx={lineSx}>
      <Box sx={{ display: 'flex', width: 20, color: isFine ? 'success.main' : 'warning.main' }}>
        {total !== undefined &&
          !isEmpty &&
          (isFine ? <CheckIcon fontSize="small" /> : <WarningAmberIcon fontSize="small" />)}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Link component={RouterLink} to={pathWith()} sx={{ fontWeight: 600 }}>
          {say(card.label)}
        </Link>
        {card.help && (
          <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
            {say(card.help)}
          </Typography>
        )}
      </Box>
      {trouble ? (
        <CardTrouble trouble={trouble} retry={retry} />
      ) : (
        <Typography
          component="span"
          variant="body2"
          sx={{ textAlign: 'right', color: isCalm ? 'text.secondary' : 'text.primary' }}
        >
          {total === undefined ? (
            <Skeleton width={72} />
          ) : isCalm ? (
            isEmpty ? (
              texts.nothingToCheck
            ) : (
              texts.fine
            )
          ) : (
            fillTemplate(texts.toLookAt, { count: number(total, answer?.totalIsEstimate) })
          )}
        </Typography>
      )}
    </Box>
  );
}

const lineSx = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: 1.25,
  px: 1.75,
  py: 0.75,
  minHeight: 44,
  '& + &': { borderTop: 1, borderColor: 'divider' },
};
