import { Alert, Box, Card, CardActionArea, Skeleton, Typography } from '@mui/material';
import { useMemo } from 'react';
import { cardsFor } from '../../descriptor/permissions/dashboard.ts';
import { useConfig } from '../client/config.tsx';
import { useNow } from '../kit/use-now.ts';
import { PageTitle } from '../kit/page-title.tsx';
import { LatestChanges, useLatestRecords, type Latest } from './latest-changes.tsx';
import { TextLink } from '../kit/text-link.tsx';
import { maySeeChanges } from '../shell/core-pages.ts';
import { FirstVisit } from '../shell/first-visit/first-visit-part.ts';
import { useStart } from '../shell/first-visit/use-start.ts';
import { Link } from 'react-router-dom';
import { ResourceIcon } from '../resource/resource-icon.ts';
import { toListPath } from '../kit/screen-paths.ts';
import { lazyPart } from '../kit/loading/lazy-part.tsx';
import { useI18n } from '../kit/use-i18n.ts';
import { replaceable } from '../kit/screens/replaceable.tsx';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

/** The declared cards; installations without any need not load them. */
const CardGrid = lazyPart(
  () => import('./dashboard/card-grid.tsx'),
  'CardGrid',
  import.meta.glob('/src/admin/messages/*/pages/workplace.ts'),
);

/** Only the owner of a password that the server made loads it. */
const GeneratedPassword = lazyPart(
  () => import('./profile/generated-password.tsx'),
  'GeneratedPassword',
  import.meta.glob('/src/admin/messages/*/pages/people.ts'),
);

/** The start page: the declared cards, or an overview of the collections and the latest changes. */
export function DashboardPage() {
  const { texts } = useI18n();
  return (
    <>
      <PageTitle title={texts.dashboard.title} />
      <Content />
    </>
  );
}

const Content = replaceable({ part: 'dashboard', Usual: UsualContent, toProps: () => ({}) });

function UsualContent() {
  const { texts } = useI18n();
  const { user, descriptor, role } = useConfig();
  const start = useStart();
  const cards = useMemo(() => cardsFor(descriptor, role), [descriptor, role]);
  return (
    <>
      <Typography variant="h4" component="h2" sx={{ mt: 0.5, mb: 2 }}>
        {fillTemplate(texts.dashboard[greetingAt(useNow().getHours())], { name: user.name })}
      </Typography>
      {user.passwordExpiresAt && <GeneratedPassword isElsewhere />}
      {start?.empty && <FirstVisit hasSample={start.sample} />}
      {cards.length > 0 ? <CardGrid cards={cards} /> : <Everything />}
    </>
  );
}

/** The overview every installation has. */
function Everything() {
  const { texts } = useI18n();
  const latest = useLatestRecords();
  if (latest.length === 0) return <Alert severity="info">{texts.dashboard.nothingToSee}</Alert>;
  return (
    <>
      <Typography variant="h2" component="h3" sx={{ mb: 1 }}>
        {texts.dashboard.collections}
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
        {texts.dashboard.recent}
      </Typography>
      <LatestChanges latest={latest} />
      <AllChanges />
    </>
  );
}

function greetingAt(hour: number): 'morning' | 'day' | 'evening' {
  if (hour < 4 || hour >= 18) return 'evening';
  return hour < 12 ? 'morning' : 'day';
}

/** A resource with the number of its records; links to its list. */
export function ResourceCard({ resource, total, totalIsEstimate, failed }: Latest) {
  const { texts, say, number: sayNumber } = useI18n();
  const amount = total === undefined ? <Skeleton width={72} /> : sayNumber(total, totalIsEstimate);
  return (
    <Card component="li">
      <CardActionArea
        component={Link}
        to={toListPath(resource)}
        sx={{ p: { xs: 1.25, sm: 1.75 }, height: '100%' }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
          <ResourceIcon name={resource.icon} sx={{ fontSize: '1.125rem', color: 'primary.main' }} />
          <Typography
            component="span"
            sx={{ minWidth: 0, fontSize: '0.875rem', fontWeight: 600, hyphens: 'auto' }}
          >
            {say(resource.label)}
          </Typography>
        </Box>
        <Typography
          component="span"
          sx={{
            display: 'block',
            mt: 0.5,
            fontSize: failed ? '0.875rem' : '1.625rem',
            fontVariantNumeric: 'tabular-nums',
            fontWeight: failed ? 400 : 650,
            letterSpacing: failed ? 0 : '-0.02em',
            lineHeight: 1.3,
            color: failed ? 'error.main' : 'text.primary',
          }}
        >
          {failed ? texts.dashboard.failed : amount}
        </Typography>
      </CardActionArea>
    </Card>
  );
}

function AllChanges() {
  const { texts } = useI18n();
  const { descriptor, role } = useConfig();
  if (!maySeeChanges(descriptor, role)) return null;
  return (
    <TextLink to="/changes" sx={{ display: 'inline-block', mt: 1 }}>
      {texts.dashboard.allChanges}
    </TextLink>
  );
}
