import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useMemo, lazy } from 'react';
import { useTranslate } from 'react-admin';
import { cardsFor } from '../../descriptor/permissions/dashboard.ts';
import { useConfig } from '../client/config.tsx';
import { useNow } from '../kit/use-now.ts';
import { loadTexts } from '../messages/texts.ts';
import { PageTitle } from '../kit/page-title.tsx';
import { LatestChanges } from './latest-changes.tsx';
import { ResourceCard } from './resource-card.tsx';
import { useLatestRecords } from './use-latest-records.ts';

/** The cards an installation declares; others have none, and need not load them. */
const CardGrid = lazy(async () => {
  const [{ CardGrid: Grid }] = await Promise.all([
    import('./dashboard/card-grid.tsx'),
    loadTexts(import.meta.glob('/src/admin/messages/*/workplace.ts')),
  ]);
  return { default: Grid };
});

/** Where a day begins: the cards that are declared, or what there is and what has happened. */
export function DashboardPage() {
  const translate = useTranslate();
  const { user, descriptor, role } = useConfig();
  const cards = useMemo(() => cardsFor(descriptor, role), [descriptor, role]);
  return (
    <>
      <PageTitle title={translate('dashboard.title')} />
      <Typography variant="h4" component="h2" sx={{ mt: 0.5, mb: 2 }}>
        {translate(greetingAt(useNow().getHours()), { name: user.name })}
      </Typography>
      {cards.length > 0 ? (
        <Suspense>
          <CardGrid cards={cards} />
        </Suspense>
      ) : (
        <Everything />
      )}
    </>
  );
}

/** What every installation has. */
function Everything() {
  const translate = useTranslate();
  const latest = useLatestRecords();
  if (latest.length === 0)
    return <Alert severity="info">{translate('dashboard.nothingToSee')}</Alert>;
  return (
    <>
      <Typography variant="h2" component="h3" sx={{ mb: 1 }}>
        {translate('dashboard.collections')}
      </Typography>
      <Box
        component="ul"
        sx={{
          display: 'grid',
          gridTemplateColumns: {
            xs: 'repeat(2, minmax(0, 1fr))',
            sm: 'repeat(auto-fill, minmax(200px, 1fr))',
          },
          gap: { xs: 1, sm: 1.5 },
          m: 0,
          mb: 3,
          p: 0,
          listStyle: 'none',
        }}
      >
        {latest.map((one) => (
          <ResourceCard key={one.resource.name} {...one} />
        ))}
      </Box>
      <Typography variant="h2" component="h3" sx={{ mb: 1 }}>
        {translate('dashboard.recent')}
      </Typography>
      <LatestChanges latest={latest} />
    </>
  );
}

function greetingAt(hour: number): string {
  if (hour < 4 || hour >= 18) return 'dashboard.evening';
  return hour < 12 ? 'dashboard.morning' : 'dashboard.day';
}
