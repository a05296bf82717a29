import { Pagination, Typography } from '@mui/material';
import { useState } from 'react';
import {
  defineRecordTab,
  toLocal,
  useLanguage,
  useNumberFormat,
  useText,
} from '../../admin/extending.ts';
import { useConfig } from '../../admin/client/config.tsx';
import { RelativeTime } from '../../admin/kit/formats/relative-time.tsx';
import { FactsTable } from '../../admin/kit/facts-table.tsx';
import { toRecordPath } from '../../admin/kit/screen-paths.ts';
import { TextLink } from '../../admin/kit/text-link.tsx';
import { useResource } from '../../admin/kit/use-resource.ts';
import type { ChartItem } from '../../admin/pages/dashboard/bars.tsx';
import { ChartPanel } from '../../admin/pages/dashboard/chart-panel.tsx';
import { Sparkline } from '../../admin/pages/dashboard/sparkline.tsx';
import { mayDo } from '../../descriptor/access.ts';
import type { ActiveSource, ActiveUser, SourceActivity, UserActivity } from './contract.ts';
import { TabFrame, useReading } from './tab-frame.ui.tsx';
import { texts } from './tab-texts.ts';

const DAYS = 30;
const DAY = 86_400_000;

/** Who works on the project, and which of its sources have been idle for long. */
function ActivityTab({ id }: { id: string }) {
  const say = useText();
  const language = useLanguage();
  const reading = useReading<UserActivity>(id, `activity/users?days=${DAYS}`, 'sources');
  return (
    <TabFrame reading={reading}>
      {({ since, data }) => (
        <>
          <Heading>{say(texts.people)}</Heading>
          {data.length === 0 ? (
            <Typography sx={{ color: 'text.secondary' }}>{say(texts.nobody)}</Typography>
          ) : (
            <>
              <UserTable users={data} />
              <ChartPanel
                label={say(texts.perDay)}
                head={say(texts.day)}
                items={toDays(since, data, language)}
                isTime
              />
            </>
          )}
          <Heading>{say(texts.idle)}</Heading>
          <SourceTable id={id} />
        </>
      )}
    </TabFrame>
  );
}

export const activityTab = defineRecordTab({ Tab: ActivityTab });

function Heading({ children }: { children: string }) {
  return (
    <Typography variant="subtitle1" component="h3" sx={{ fontWeight: 650 }}>
      {children}
    </Typography>
  );
}

const numbers = ['created', 'edited', 'mapped'] as const;
const heads = { created: texts.created, edited: texts.edited, mapped: texts.mappedBy };

/** The activity of each user. */
function UserTable({ users }: { users: readonly ActiveUser[] }) {
  const say = useText();
  const number = useNumberFormat();
  const { descriptor, role } = useConfig();
  const resource = descriptor.resources.get('users');
  const mayOpen = resource && mayDo(descriptor, role, resource, 'read');
  const toName = ({ user, name }: ActiveUser) =>
    mayOpen && name !== null ? (
      <TextLink to={toRecordPath(resource, user)}>{name}</TextLink>
    ) : (
      (name ?? user)
    );
  return (
    <FactsTable
      label={say(texts.people)}
      columns={[
        say(texts.name),
        ...numbers.map((name) => ({ label: say(heads[name]), align: 'right' as const })),
        { label: say(texts.lastActive), align: 'right' },
      ]}
      rows={users.map((each) => ({
        key: each.user,
        cells: [
          toName(each),
          ...numbers.map((name) => number(each[name])),
          <RelativeTime key="last" moment={each.lastActive} />,
        ],
      }))}
    />
  );
}

/** The sources of the project, the longest idle first. */
function SourceTable({ id }: { id: string }) {
  const say = useText();
  const number = useNumberFormat();
  const { resource } = useResource('sources');
  const [page, setPage] = useState(1);
  const reading = useReading<SourceActivity>(id, `activity/sources?_page=${page}`, 'sources');
  const toCells = (source: ActiveSource) => [
    <TextLink key="title" to={toRecordPath(resource, source._id)}>
      {source.title}
    </TextLink>,
    number(source.changes),
    <Sparkline key="months" values={toYear(source)} />,
    <RelativeTime key="last" moment={source.lastActive} />,
  ];
  return (
    <TabFrame reading={reading}>
      {({ data, total, pageCount }) =>
        total === 0 ? (
          <Typography sx={{ color: 'text.secondary' }}>{say(texts.noSources)}</Typography>
        ) : (
          <>
            <FactsTable
              label={say(texts.idle)}
              columns={[
                say(texts.source),
                { label: say(texts.changes), align: 'right' },
                say(texts.months),
                { label: say(texts.lastActive), align: 'right' },
              ]}
              rows={data.map((source) => ({ key: source._id, cells: toCells(source) }))}
            />
            {pageCount > 1 && (
              <Pagination
                count={pageCount}
                page={page}
                onChange={(_, next) => setPage(next)}
                aria-label={say(texts.pages)}
                sx={{ justifySelf: 'end' }}
              />
            )}
          </>
        )
      }
    </TabFrame>
  );
}

/** The activity of all users, day by day. */
function toDays(since: string, users: readonly ActiveUser[], language: string): ChartItem[] {
  const { format } = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  const all = users.flatMap(({ days }) => days);
  return Array.from({ length: DAYS }, (_, at) => {
    const moment = new Date(new Date(since).getTime() + at * DAY);
    const key = moment.toISOString().slice(0, 10);
    const count = all
      .filter(({ day }) => day === key)
      .reduce((sum, { created, edited, mapped }) => sum + created + edited + mapped, 0);
    return { key, label: format(moment), count, filter: {} };
  });
}

/** The last twelve months, ending with this one. */
function toYear({ months }: ActiveSource): number[] {
  const [year = 0, now = 0] = (toLocal(new Date().toISOString()) ?? '').split('-').map(Number);
  return Array.from({ length: 12 }, (_, at) => {
    const first = new Date(Date.UTC(year, now - 12 + at, 1));
    const month = first.toISOString().slice(0, 7);
    return months.find((each) => each.month === month)?.count ?? 0;
  });
}
