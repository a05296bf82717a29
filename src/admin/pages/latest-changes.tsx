import { resourcesFor } from '../shell/core-pages.ts';
import { useQueries } from '@tanstack/react-query';
import { requireItem } from '../../fields/require-entry.ts';
import { Box, Card, Skeleton, Typography } from '@mui/material';
import { useGetList, type RaRecord, useDataProvider } from 'react-admin';
import { mayDo } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { displayTitle, namingFields } from '../../descriptor/title.ts';
import { useConfig } from '../client/config.tsx';
import { ResourceIcon } from '../resource/resource-icon.ts';
import { RecordTitles } from '../resource/record-titles.tsx';
import { toHistoryPath, toListPath, toRecordPath } from '../kit/screen-paths.ts';
import { RelativeTime } from '../kit/formats/relative-time.tsx';
import { TextLink } from '../kit/text-link.tsx';
import { useI18n } from '../kit/use-i18n.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

type LatestChangesProps = { latest: readonly Latest[]; shown?: number };

/** The latest changes in all resources, newest first. */
export function LatestChanges({ latest, shown = 10 }: LatestChangesProps) {
  const { texts } = useI18n();
  const isPending = latest.some(({ records, failed }) => records === undefined && !failed);
  if (isPending)
    return (
      <Card sx={{ px: 1.75, py: 0.5 }} aria-busy>
        {Array.from({ length: 6 }, (_, line) => (
          <Skeleton key={line} height={36} />
        ))}
      </Card>
    );

  const changes = latest
    .flatMap(({ resource, records = [] }) => toChanges(resource, records))
    .sort((one, other) => stampOf(other.record).localeCompare(stampOf(one.record)))
    .slice(0, shown);
  if (changes.length === 0) {
    return (
      <Typography sx={{ color: 'text.secondary' }}>{texts.dashboard.nothingRecent}</Typography>
    );
  }
  return (
    <Card component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {changes.map((change) => (
        <ChangeLine key={`${change.resource.name} ${change.record.id}`} {...change} />
      ))}
    </Card>
  );
}

/** One line: the record, the change, its author and its time. */
function ChangeLine({ resource, record, since }: Change) {
  const { texts, say } = useI18n();
  const { descriptor, role } = useConfig();
  // The history says what was changed.
  const toPath = mayDo(descriptor, role, resource, 'history') ? toHistoryPath : toRecordPath;
  const verb = record['_version'] === 1 ? texts.dashboard.created : texts.dashboard.changed;
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
          <TextLink to={toPath(resource, record.id)} sx={{ fontWeight: 600 }}>
            {displayTitle(resource, record)}
          </TextLink>
        ) : (
          <ManyRecords resource={resource} since={since} />
        )}{' '}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {since === undefined ? `· ${say(resource.label)} · ` : '· '}
          {verb} <ByWhom record={record} />
        </Box>
      </Box>
      <Box
        sx={{ gridColumn: { xs: 2, sm: 'auto' }, color: 'text.secondary', fontSize: '0.8125rem' }}
      >
        <RelativeTime moment={stampOf(record)} />
      </Box>
    </Box>
  );
}

function ManyRecords({ resource, since }: { resource: Resource; since: string }) {
  const { texts, say, number: sayNumber } = useI18n();
  const filter = { createdAt_gte: since };
  const { total } = useGetList(resource.name, {
    pagination: { page: 1, perPage: 1 },
    filter,
    meta: { fields: ['createdAt'] },
  });
  const count =
    total === undefined ? '' : fillTemplate(texts.dashboard.records, { count: sayNumber(total) });
  return (
    <TextLink to={toListPath(resource, filter)} sx={{ fontWeight: 600 }}>
      {say(resource.label)}
      {count === '' ? '' : `: ${count}`}
    </TextLink>
  );
}

/** Renders nothing for changes by the system, or if the role may not see the names of users. */
function ByWhom({ record }: { record: RaRecord }) {
  const { texts } = useI18n();
  const { descriptor, role } = useConfig();
  const users = descriptor.resources.get('users');
  const by = record['updatedBy'] as string | null;
  if (by === null || users === undefined || !mayDo(descriptor, role, users, 'list')) return null;
  return (
    <>
      {texts.dashboard.by} <RecordTitles resource="users" ids={[by]} />
    </>
  );
}

/** One record, or so many created together that they share one line. */
type Change = {
  resource: Resource;
  /** The record, or the newest of many. */
  record: RaRecord;
  /** For many records: the time from which they were created. */
  since?: string;
};

/** Milliseconds. Records one user created within this time came from an import or a script. */
const ONE_IMPORT_MS = 60_000;

function stampOf(record: RaRecord): string {
  return String(record['updatedAt']);
}

/** If all requested records are new, created together and by the same user, there are probably more of them. */
function toChanges(resource: Resource, records: readonly RaRecord[]): Change[] {
  const [newest] = records;
  if (newest === undefined) return [];
  const since = new Date(Date.parse(stampOf(newest)) - ONE_IMPORT_MS).toISOString();
  const isOneGo =
    records.length === MAX_PER_RESOURCE &&
    records.every(
      (record) =>
        record['_version'] === 1 &&
        record['updatedBy'] === newest['updatedBy'] &&
        stampOf(record) >= since,
    );
  if (isOneGo) return [{ resource, record: newest, since }];
  return records.map((record) => ({ resource, record }));
}

/** The most records of one resource, so that an import of thousands leaves room for the others. */
const MAX_PER_RESOURCE = 5;

export type Latest = {
  resource: Resource;
  records: readonly RaRecord[] | undefined;
  total: number | undefined;
  totalIsEstimate: boolean;
  failed: boolean;
};

/** For every resource the user may list: the number of records, and the latest ones. One call each. */
export function useLatestRecords(): Latest[] {
  const { descriptor, role } = useConfig();
  const dataProvider = useDataProvider();
  const listed = resourcesFor(descriptor, role, 'list');
  return useQueries({
    queries: listed.map((resource) => {
      const params = {
        pagination: { page: 1, perPage: MAX_PER_RESOURCE },
        sort: { field: 'updatedAt', order: 'DESC' as const },
        filter: {},
        meta: { fields: [...new Set([...namingFields(resource), ...stamps])] },
      };
      return {
        // The shape of react-admin's own keys, so that its writes refresh these queries too.
        queryKey: [resource.name, 'getList', params],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          dataProvider.getList(resource.name, { ...params, signal }),
        staleTime: 0,
      };
    }),
    combine: (answers) =>
      answers.map(({ data, isError }, index) => ({
        resource: requireItem(listed, index),
        records: data?.data,
        total: data?.total,
        totalIsEstimate: data?.meta?.totalIsEstimate === true,
        failed: isError,
      })),
  });
}

const stamps = ['createdAt', 'updatedAt', 'updatedBy'];
