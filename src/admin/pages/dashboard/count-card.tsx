import { Box, Card as Paper, Skeleton, Typography } from '@mui/material';
import type { Card } from '../../../descriptor/settings/cards.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { addDays } from '../../../fields/text/time-zone.ts';
import { ResourceIcon } from '../../resource/resource-icon.ts';
import { TextLink } from '../../kit/text-link.tsx';
import { CardTrouble } from './card-panel.tsx';
import { Sparkline } from './sparkline.tsx';
import type { Trend } from '../../../contract/dashboard.ts';
import { useCard, useCardList } from './use-card.ts';
import { useTexts } from '../../messages/texts.ts';
import { today } from '../../list/calendar/calendar-days.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { Hint } from '../../kit/hint.tsx';

/** The number of records, and its development over thirty days. */
export function CountCard({ card }: { card: Card & { kind: 'count' } }) {
  const { say, number } = useI18n();
  const texts = useTexts('workplace').cards;
  const { view, pathWith } = useCardList(card);
  const { answer, trouble, retry } = useCard(card);
  const { trend, total } = answer ?? {};
  // The difference to the number before the first day.
  const growth = trend?.days.reduce(
    (sum, { created, deleted }) => sum + created - (deleted ?? 0),
    0,
  );
  const toText = (by: number): string => {
    if (by === 0) return texts.unchanged;
    const count = `${by > 0 ? '+' : '−'}${number(Math.abs(by))}`;
    return fillTemplate(texts.grown, { count });
  };
  return (
    <Paper component="li" sx={{ position: 'relative', p: { xs: 1.25, sm: 1.5 }, minHeight: 104 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <ResourceIcon
          name={view.resource.icon}
          sx={{ display: { xs: 'none', sm: 'block' }, fontSize: '1.125rem', color: 'primary.main' }}
        />
        <TextLink
          to={pathWith()}
          underline="none"
          // The whole card can be clicked; besides the link it has only the retry button.
          sx={{ ...nameSx, '&::after': { content: '""', position: 'absolute', inset: 0 } }}
        >
          {say(card.label)}
        </TextLink>
      </Box>
      {trouble ? (
        <Box sx={{ position: 'relative' }}>
          <CardTrouble trouble={trouble} retry={retry} />
        </Box>
      ) : (
        <>
          <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 1, mt: 0.25 }}>
            <Typography component="span" sx={totalSx}>
              {typeof total === 'number' ? (
                number(total, answer?.totalIsEstimate)
              ) : (
                <Skeleton width={64} />
              )}
            </Typography>
            {trend && typeof total === 'number' && growth !== 0 && (
              <Sparkline values={toTotals(total, trend)} />
            )}
          </Box>
          <Hint variant="caption">{growth === undefined ? '\u00a0' : toText(growth)}</Hint>
        </>
      )}
    </Paper>
  );
}

const nameSx = {
  minWidth: 0,
  color: 'text.secondary',
  // The longest German word must fit into half a phone, because not every browser can hyphenate it.
  fontSize: { xs: '0.8125rem', sm: '0.875rem' },
  fontWeight: 500,
  hyphens: 'auto',
  overflowWrap: 'break-word',
};

const totalSx = {
  flex: 1,
  fontSize: '1.5rem',
  fontVariantNumeric: 'tabular-nums',
  fontWeight: 650,
  letterSpacing: '-0.02em',
  lineHeight: 1.3,
};

/** The number of records at the end of each day, calculated back from the current number. */
function toTotals(total: number, { since, days }: Trend): number[] {
  const byDay = new Map(days.map(({ day, created, deleted }) => [day, created - (deleted ?? 0)]));
  const totals: number[] = [];
  let left = total;
  for (let day = today(); day >= since; day = addDays(day, -1)) {
    totals.unshift(left);
    left -= byDay.get(day) ?? 0;
  }
  return totals;
}
