import { Box, Button, Paper, Typography } from '@mui/material';
import type { Inspection, Job } from '../../../contract/jobs.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import {
  countColumns,
  fieldsToMap,
  gapsOfMissing,
  isReady,
  type JobSettings,
  repeatedFields,
  undecidedColumns,
} from '../job-settings.ts';
import { toSentStep } from '../steps/step-drafts.ts';
import type { useInspection } from '../use-inspection.ts';
import { JobActions } from './job-actions.tsx';
import { BLOCKERS_ID, RunBlockers } from './run-blockers.tsx';
import { stickyBarSx } from './sticky-bar.ts';

type RunBarProps = {
  job: Job;
  settings: JobSettings;
  inspection: Inspection;
  read: Pick<ReturnType<typeof useInspection>, 'error' | 'isFetching' | 'isRefused'>;
  isStarting: boolean;
  onStart: () => void;
};

/** How many columns are mapped, what is missing before the dry run, and the button that starts it. */
export function RunBar({ job, settings, inspection, read, isStarting, onStart }: RunBarProps) {
  const texts = useTexts('files');
  const { resource } = useResource();
  const { error, isFetching, isRefused } = read;
  const isReadable = error === null && inspection.problems.length === 0;
  return (
    <Paper variant="outlined" sx={stickyBarSx}>
      <Box sx={{ flex: '1 1 300px', minWidth: 0 }}>
        <Typography variant="body2">
          {fillTemplate(texts.columns.counts, countColumns(settings, inspection))}
        </Typography>
        <RunBlockers
          isReading={isFetching}
          isReadable={isReadable}
          repeated={repeatedFields(settings)}
          undecided={undecidedColumns(settings, inspection)}
          missing={fieldsToMap(resource, settings).map(({ name }) => name)}
          hasOpenSteps={isRefused || !settings.steps.every(toSentStep)}
          gaps={gapsOfMissing(settings)}
        />
      </Box>
      <Button
        variant="contained"
        disabled={
          isFetching || error !== null || isRefused || !isReady(settings, inspection, resource)
        }
        aria-describedby={BLOCKERS_ID}
        loading={isStarting}
        onClick={onStart}
      >
        {texts.run.startDryRun}
      </Button>
      <JobActions job={job} />
    </Paper>
  );
}
