import { Box, Button, Paper, Typography } from '@mui/material';
import type { Inspection, Job } from '../../../contract/jobs.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { Hint } from '../../kit/hint.tsx';
import { Status } from '../../kit/status/status.tsx';
import { useFieldLabel, useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import {
  countColumns,
  fieldsToMap,
  gapsOfMissing,
  type JobSettings,
  repeatedFields,
  undecidedColumns,
} from '../job-settings.ts';
import { toSentStep } from '../steps/step-drafts.ts';
import type { useInspection } from '../use-inspection.ts';
import { JobActions } from './job-actions.tsx';
import { isRunWaiting } from './jobs.ts';
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
export function RunBar(props: RunBarProps) {
  const { job, settings, inspection, isStarting, onStart } = props;
  const { columns, run: texts } = useTexts('files');
  const reasons = useBlockers(props);
  const isWaiting = isRunWaiting.use();
  return (
    <Paper variant="outlined" sx={stickyBarSx}>
      <Box sx={{ flex: '1 1 300px', minWidth: 0 }}>
        <Typography variant="body2">
          {fillTemplate(columns.counts, countColumns(settings, inspection))}
        </Typography>
        {/* It is always in the page, so that changes are announced. */}
        <Hint id={BLOCKERS_ID} component={Status}>
          {reasons.length > 0 && `${texts.why} ${reasons.join('; ')}.`}
          {isWaiting && texts.waits}
        </Hint>
      </Box>
      <Button
        variant="contained"
        disabled={reasons.length > 0}
        aria-describedby={BLOCKERS_ID}
        loading={isStarting}
        onClick={onStart}
      >
        {texts.startDryRun}
      </Button>
      <JobActions job={job} />
    </Paper>
  );
}

const BLOCKERS_ID = 'why-not-yet';

/** What is missing before the dry run can start. */
function useBlockers({ settings, inspection, read }: RunBarProps): string[] {
  const { missing } = useTexts('import-rows');
  const { run: texts, columns } = useTexts('files');
  const { resource } = useResource();
  const labelOf = useFieldLabel();
  const isReadable = read.error === null && inspection.problems.length === 0;
  const hasOpenSteps = read.isRefused || !settings.steps.every(toSentStep);
  const withNames = (text: string, key: 'fields' | 'columns', names: readonly string[]) =>
    names.length > 0 ? [fillTemplate(text, { [key]: names.join(', ') })] : [];
  const unmapped = fieldsToMap(resource, settings).map(({ name }) => labelOf(name));
  return [
    ...(read.isFetching ? [texts.whyReading] : []),
    ...(isReadable ? [] : [texts.whyLayout]),
    ...withNames(texts.whyTwice, 'fields', repeatedFields(settings).map(labelOf)),
    ...withNames(texts.whyUndecided, 'columns', undecidedColumns(settings, inspection)),
    ...withNames(texts.whyMissing, 'fields', unmapped),
    ...(hasOpenSteps ? [columns.openSteps] : []),
    ...gapsOfMissing(settings).map((gap) => missing.gaps[gap]),
  ];
}
