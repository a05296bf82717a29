import type { Job, Jobs } from '../../../contract/jobs.ts';
import { Box, Button } from '@mui/material';
import { Link } from 'react-router-dom';
import { mayAdminister } from '../../../descriptor/access.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useConfig } from '../../client/config.tsx';
import { isServerHeard } from '../../client/events/server-events.ts';
import { RelativeTime } from '../../kit/formats/relative-time.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { FactsTable } from '../../kit/facts-table.tsx';
import { useAddressFilters } from '../../resource/use-address-filters.ts';
import { PageTitle } from '../../kit/page-title.tsx';
import { RecordTitles } from '../../resource/record-titles.tsx';
import { usePages, pagesOf } from '../../kit/loading/query-state.tsx';
import { JobActions } from './job-actions.tsx';
import { JobLink, JobStateChip } from './job-link.tsx';
import { POLL_INTERVAL, useLiveJobs } from './use-live-jobs.ts';
import { useTexts } from '../../messages/texts.ts';
import { mayOnAnyResource } from '../../shell/core-pages.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { Hint } from '../../kit/hint.tsx';

/** The user's imports and exports, finished and running; admins can see everybody's. */
export function JobsPage() {
  const texts = useTexts('files');
  useLiveJobs();
  const { filters, inputOf } = useAddressFilters(['kind', 'state', 'resource', 'all']);
  const { rows, first, state, more } = usePages({
    queryKey: ['jobs', filters],
    read: pagesOf<Jobs>('/api/jobs', filters),
    again: (jobs) =>
      jobs.some((job) => job.state === 'running') && (isServerHeard() ? POLL_INTERVAL : 2_000),
    texts: { ...texts, empty: texts.list.empty },
  });
  return (
    <>
      <PageTitle title={texts.jobs} />
      <Filters inputOf={inputOf} />
      {state}
      {rows.length > 0 && <JobTable jobs={rows} />}
      {more}
      {first && (
        <Hint sx={{ mt: 1.5 }}>
          {fillTemplate(texts.list.kept, { days: first.limits.fileKeptDays })}
        </Hint>
      )}
    </>
  );
}

type Filtering = ReturnType<typeof useAddressFilters<'kind' | 'state' | 'resource' | 'all'>>;

function Filters({ inputOf }: Pick<Filtering, 'inputOf'>) {
  const { list: texts, states, import: toImport } = useTexts('files');
  const { manage: recipes } = useTexts('import-recipes');
  const { descriptor, role } = useConfig();
  const { say } = useI18n();
  const resources = [...descriptor.resources.values()].map(
    ({ name, label }) => [name, say(label)] as const,
  );
  const choices = [
    ['kind', texts.kind, Object.entries(texts.kinds)],
    ['state', texts.state, Object.entries(states)],
    ['resource', texts.collection, resources],
  ] as const;
  return (
    <Box sx={filtersSx}>
      {choices.map(([name, label, options]) => (
        <NativeSelect key={name} none={texts.all} {...{ label, options }} {...inputOf(name)} />
      ))}
      {mayAdminister(descriptor, role) && (
        <NativeSelect
          label={texts.whose}
          none={texts.own}
          options={[['true', texts.everybody]]}
          {...inputOf('all')}
        />
      )}
      {mayOnAnyResource(descriptor, role, 'import') && (
        <>
          <Button variant="contained" component={Link} to="/tools/import">
            {toImport}
          </Button>
          <Button variant="outlined" component={Link} to="/tools/recipes">
            {recipes}
          </Button>
        </>
      )}
    </Box>
  );
}

function JobTable({ jobs }: { jobs: readonly Job[] }) {
  const { list: texts, jobs: label } = useTexts('files');
  const { descriptor, user } = useConfig();
  const { say } = useI18n();
  return (
    <FactsTable
      label={label}
      columns={[
        texts.when,
        texts.who,
        texts.kind,
        texts.file,
        texts.collection,
        texts.state,
        texts.counts,
        '',
      ]}
      rows={jobs.map((job) => {
        const resource = descriptor.resources.get(job.resource);
        return {
          key: job.id,
          cells: [
            <RelativeTime key="when" moment={job.createdAt} />,
            job.createdBy === user._id ? (
              texts.you
            ) : (
              <RecordTitles key="who" resource="users" ids={[job.createdBy]} />
            ),
            texts.kinds[job.kind],
            <JobLink key="file" job={job} />,
            resource ? say(resource.label) : job.resource,
            <JobStateChip key="state" state={job.state} />,
            <Counts key="counts" job={job} />,
            resource ? <JobActions key="actions" job={job} size="small" /> : null,
          ],
        };
      })}
    />
  );
}

function Counts({ job: { kind, state, summary, doneBytes } }: { job: Job }) {
  const { outcomes, export: texts, list } = useTexts('files');
  const { number } = useI18n();
  if (!summary) return null;
  if (kind === 'export') {
    const count = fillTemplate(texts.count, { count: number(summary.total) });
    const size = fillTemplate(texts.done, { size: number(Math.round(doneBytes / 1e5) / 10) });
    return `${count}, ${size}`;
  }
  const counted = (['created', 'updated', 'unchanged', 'deleted', 'failed'] as const).filter(
    (outcome) => (summary[outcome] ?? 0) > 0,
  );
  const counts = counted
    .map((outcome) => `${outcomes[outcome]} ${number(summary[outcome] ?? 0)}`)
    .join(', ');
  return state === 'rehearsed' ? fillTemplate(list.planned, { counts }) : counts;
}

const filtersSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 160px), 1fr))',
  gap: 1.5,
  alignItems: 'center',
  maxWidth: 960,
  mb: 2,
};
