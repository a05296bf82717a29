import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useGetList, useTranslate, type RaRecord } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { mayDo } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { displayTitle } from '../../descriptor/title.ts';
import { useConfig } from '../client/config.tsx';
import { ResourceIcon } from '../kit/resource-icon.ts';
import { useText } from '../messages/use-text.ts';
import { RecordTitles } from '../kit/record-titles.tsx';
import { toListPath, toRecordPath } from '../kit/screen-paths.ts';
import { useNumber } from '../kit/use-number.ts';
import { Ago } from '../kit/ago.tsx';
import { stampOf, type Change } from './group-changes.ts';

/** What happened to what, by whom and when, in one line. */
export function ChangeLine({ resource, record, since }: Change) {
  const translate = useTranslate();
  const say = useText();
  const verb = record['_version'] === 1 ? 'dashboard.created' : 'dashboard.changed';
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'auto minmax(0, 1fr)', sm: 'auto minmax(0, 1fr) auto' },
        alignItems: 'center',
        columnGap: 1.5,
        px: 1.75,
        py: 0.75,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <ResourceIcon name={resource.icon} sx={{ fontSize: '1.125rem', color: 'text.secondary' }} />
      <Box sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: { sm: 'nowrap' } }}>
        {since === undefined ? (
          <OneRecord resource={resource} record={record} />
        ) : (
          <ManyRecords resource={resource} since={since} />
        )}{' '}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {since === undefined ? `· ${say(resource.label)} · ` : '· '}
          {translate(verb)} <ByWhom record={record} />
        </Box>
      </Box>
      <Box
        sx={{ gridColumn: { xs: 2, sm: 'auto' }, color: 'text.secondary', fontSize: '0.8125rem' }}
      >
        <Ago moment={stampOf(record)} />
      </Box>
    </Box>
  );
}

function OneRecord({ resource, record }: Change) {
  return (
    <Link component={RouterLink} to={toRecordPath(resource, record.id)} sx={{ fontWeight: 600 }}>
      {displayTitle(resource, record)}
    </Link>
  );
}

function ManyRecords({ resource, since }: { resource: Resource; since: string }) {
  const translate = useTranslate();
  const say = useText();
  const sayNumber = useNumber();
  const filter = { createdAt_gte: since };
  const { total } = useGetList(resource.name, {
    pagination: { page: 1, perPage: 1 },
    filter,
    meta: { fields: ['createdAt'] },
  });
  const count =
    total === undefined
      ? ''
      : translate('dashboard.records', { smart_count: total, formatted: sayNumber(total) });
  return (
    <Link component={RouterLink} to={toListPath(resource, filter)} sx={{ fontWeight: 600 }}>
      {say(resource.label)}
      {count === '' ? '' : `: ${count}`}
    </Link>
  );
}

/** Nothing for what the system did itself, and where the names of users are not for this role. */
function ByWhom({ record }: { record: RaRecord }) {
  const translate = useTranslate();
  const { descriptor, role } = useConfig();
  const users = descriptor.resources.get('users');
  const by = record['updatedBy'] as string | null;
  if (by === null || users === undefined || !mayDo(descriptor, role, users, 'list')) return null;
  return (
    <>
      {translate('dashboard.by')} <RecordTitles resource="users" ids={[by]} />
    </>
  );
}
