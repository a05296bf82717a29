import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslate, type RaRecord } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { mayDo } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { displayTitle } from '../../descriptor/title.ts';
import { useConfig } from '../config.tsx';
import { iconNamed } from '../layout/icons.ts';
import { useText } from '../use-text.ts';
import { RecordTitles } from '../views/record-titles.tsx';
import { toRecordPath } from '../views/screen-paths.ts';
import { Ago } from './ago.tsx';
import type { Latest } from './use-latest-records.ts';

const SHOWN = 12;

/** The records changed last, of all resources, the newest first. */
export function LatestChanges({ latest }: { latest: readonly Latest[] }) {
  const translate = useTranslate();
  const isPending = latest.some(({ records, failed }) => records === undefined && !failed);
  const changes = latest
    .flatMap(({ resource, records = [] }) => records.map((record) => ({ resource, record })))
    .sort((one, other) => stampOf(other.record).localeCompare(stampOf(one.record)))
    .slice(0, SHOWN);

  if (isPending) return <LatestSkeleton />;
  if (changes.length === 0) {
    return (
      <Typography sx={{ color: 'text.secondary' }}>
        {translate('dashboard.nothingRecent')}
      </Typography>
    );
  }
  return (
    <Card component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {changes.map(({ resource, record }) => (
        <Change key={`${resource.name} ${record.id}`} resource={resource} record={record} />
      ))}
    </Card>
  );
}

function Change({ resource, record }: { resource: Resource; record: RaRecord }) {
  const translate = useTranslate();
  const say = useText();
  const { descriptor, role } = useConfig();
  const Icon = iconNamed(resource.icon);
  const users = descriptor.resources.get('users');
  const isNamed = record['updatedBy'] && users && mayDo(descriptor, role, users, 'list');
  const verb = record['_version'] === 1 ? 'dashboard.created' : 'dashboard.changed';
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'auto 1fr', sm: 'auto minmax(0, 1fr) auto' },
        alignItems: 'center',
        columnGap: 1.5,
        px: 1.75,
        py: 1,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Icon aria-hidden sx={{ fontSize: '1.125rem', color: 'text.secondary' }} />
      <Box sx={{ minWidth: 0 }}>
        <Link
          component={RouterLink}
          to={toRecordPath(resource, record.id)}
          noWrap
          sx={{ display: 'block', fontWeight: 600 }}
        >
          {displayTitle(resource, record)}
        </Link>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {say(resource.label)} · {translate(verb)}
          {isNamed ? (
            <>
              {' '}
              {translate('dashboard.by')}{' '}
              <RecordTitles resource="users" ids={[String(record['updatedBy'])]} />
            </>
          ) : null}
        </Typography>
      </Box>
      <Typography
        variant="body2"
        sx={{ gridColumn: { xs: 2, sm: 'auto' }, color: 'text.secondary', whiteSpace: 'nowrap' }}
      >
        <Ago moment={stampOf(record)} />
      </Typography>
    </Box>
  );
}

function LatestSkeleton() {
  return (
    <Card sx={{ p: 1.75 }} aria-busy>
      {Array.from({ length: 6 }, (_, line) => (
        <Skeleton key={line} height={38} />
      ))}
    </Card>
  );
}

function stampOf(record: RaRecord): string {
  return String(record['updatedAt']);
}
