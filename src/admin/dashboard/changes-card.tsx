import { Typography } from '@mui/material';
import type { Card } from '../../descriptor/permissions/dashboard.ts';
import { LatestChanges } from '../pages/latest-changes.tsx';
import { useLatestRecords } from '../pages/use-latest-records.ts';
import { useText } from '../messages/use-text.ts';

/** What was changed last, by whom. */
export function ChangesCard({ card }: { card: Card }) {
  const say = useText();
  const latest = useLatestRecords();
  return (
    <section>
      <Typography variant="h2" component="h3" sx={{ mb: 1 }}>
        {say(card.label)}
      </Typography>
      <LatestChanges latest={latest} shown={card.limit} />
    </section>
  );
}
