import { Box, Typography, Button } from '@mui/material';
import { useConfig } from '../../client/config.tsx';
import { RelativeTime } from '../../kit/formats/relative-time.tsx';
import { useText } from '../../messages/use-text.ts';
import { JobLink, JobStateChip } from '../../files/job/job-link.tsx';
import { useLiveJobs } from '../../files/job/use-live-jobs.ts';
import { ToolFrame } from '../../kit/tool-frame.tsx';
import { useTexts } from '../../messages/texts.ts';
import { ImportChooser } from '../../files/import-page.tsx';
import { useState } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { NativeSelect } from '../../kit/native-select.tsx';
import { QueryState, useApiQuery } from '../../kit/loading/query-state.tsx';
import { TextLink } from '../../kit/text-link.tsx';
import { ExportDialog } from '../../files/export/export-dialog.tsx';
import { resourcesFor } from '../../shell/core-pages.ts';
import { Hint } from '../../kit/hint.tsx';
import { useLabels } from '../../kit/use-i18n.ts';
import type { Jobs } from '../../../contract/jobs.ts';

/** The latest imports and exports. */
export function JobsCard() {
  const { jobs: title, tools, list, allJobs, loading } = useTexts('files');
  useLiveJobs();
  const labels = useLabels();
  const { data, error, isPending } = useApiQuery<Jobs>(['jobs', 'latest'], '/api/jobs?_perPage=5');
  return (
    <ToolFrame title={title} lead={tools.jobsLead}>
      <QueryState error={error} isPending={isPending} loading={loading} />
      {data?.data.length === 0 && <Typography>{list.empty}</Typography>}
      {data && data.data.length > 0 && (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
          {data.data.map((job) => (
            <Box
              component="li"
              key={job.id}
              sx={{
                display: 'flex',
                gap: 1.5,
                alignItems: 'start',
                justifyContent: 'space-between',
              }}
            >
              <Box sx={{ minWidth: 0 }}>
                <JobLink job={job} />
                <Hint component="div">
                  {labels.ofResource(job.resource)} · <RelativeTime moment={job.createdAt} />
                </Hint>
              </Box>
              <JobStateChip state={job.state} />
            </Box>
          ))}
        </Box>
      )}
      <TextLink to="/tools/jobs" sx={{ justifySelf: 'start' }}>
        {allJobs}
      </TextLink>
    </ToolFrame>
  );
}

/** Imports a file into any collection. */
export function ImportCard() {
  const { import: title, tools } = useTexts('files');
  return (
    <ToolFrame title={title} lead={tools.importLead}>
      <ImportChooser />
    </ToolFrame>
  );
}

/** Exports any collection as a file. */
export function ExportCard() {
  const { collection, export: texts, tools } = useTexts('files');
  const { descriptor, role } = useConfig();
  const say = useText();
  const resources = resourcesFor(descriptor, role, 'export');
  const [name, setName] = useState(resources[0]?.name ?? '');
  const [isOpen, setOpen] = useState(false);
  return (
    <ToolFrame title={texts.run} lead={tools.exportLead}>
      <NativeSelect
        label={collection}
        value={name}
        options={resources.map((resource) => [resource.name, say(resource.label)])}
        onChange={setName}
      />
      <Button variant="contained" sx={{ justifySelf: 'start' }} onClick={() => setOpen(true)}>
        {tools.export}
      </Button>
      {isOpen && (
        <ResourceContextProvider value={name}>
          <ExportDialog chosen={{ filter: {} }} onClose={() => setOpen(false)} />
        </ResourceContextProvider>
      )}
    </ToolFrame>
  );
}
