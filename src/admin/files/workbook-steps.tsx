import { Box, Button, Paper, Typography } from '@mui/material';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { Job } from '../../contract/jobs.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { capitalise } from '../client/http.ts';
import { isSheetHeld, isSheetOpen, isSheetReady } from '../../files/import/rows/sheet-states.ts';
import { useConfig } from '../client/config.tsx';
import { TextLink } from '../kit/text-link.tsx';
import { useI18n } from '../kit/use-i18n.ts';
import { problemText } from '../messages/problem-text.ts';
import { useTexts } from '../messages/texts.ts';
import { JobStateChip } from './job/job-link.tsx';
import { isUndo } from './job/jobs.ts';
import { ProblemAlert } from './problem-alert.tsx';
import { importSheets, readSheets, sheetOf } from './sheets.ts';

/** In milliseconds. One sheet ends shortly before the next begins, and no event tells that another will. */
const POLL_MS = 1_000;

type WorkbookStepsProps = {
  job: Job;
  /** The page has a choice that only a new dry run keeps. */
  isHeld: boolean;
};

/** The sheets of a workbook in the order of their import, each with its state, and the import of all. */
export function WorkbookSteps({ job, isHeld }: WorkbookStepsProps) {
  const { steps: texts } = useTexts('import-sheets');
  const { sheets, start } = useSheets(job);
  if (sheets.length < 2) return null;
  const open = sheets.filter(isSheetOpen);
  const isBusy = sheets.some(({ state }) => state === 'running') || start.isPending;
  const mayImport = open.length > 0 && open.every(isSheetReady);
  const lacking = isBusy ? undefined : open.find((one) => !isSheetReady(one) && !isSheetHeld(one));
  return (
    <Paper variant="outlined" component="nav" aria-label={texts.title} sx={partSx}>
      <Typography sx={{ fontWeight: 600 }}>{texts.title}</Typography>
      <Box component="ol" sx={{ m: 0, pl: 3, display: 'grid', gap: 1 }}>
        {sheets.map((one) => (
          <SheetItem key={one.id} sheet={one} isCurrent={one.id === job.id} />
        ))}
      </Box>
      <ProblemAlert error={start.error} />
      {lacking && <Typography color="text.secondary">{texts.lead}</Typography>}
      {lacking && lacking.id !== job.id && (
        <Box>
          <Button
            variant={isSheetReady(job) ? 'contained' : 'outlined'}
            component={Link}
            to={`/tools/jobs/${lacking.id}`}
          >
            {fillTemplate(texts.next, { sheet: sheetOf(lacking) })}
          </Button>
        </Box>
      )}
      {mayImport && (
        <Box>
          <Button
            variant="contained"
            disabled={isHeld}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            {sheets.every(({ state }) => state === 'rehearsed') ? texts.import : texts.importRest}
          </Button>
        </Box>
      )}
    </Paper>
  );
}

/** The imports of the sheets, read again while one runs, and the import of all. */
function useSheets(job: Job) {
  const queries = useQueryClient();
  const start = useMutation({
    mutationFn: () => importSheets(job),
    onSettled: () => queries.invalidateQueries({ queryKey: ['job-sheets'] }),
  });
  const { data: sheets = [] } = useQuery({
    queryKey: ['job-sheets', job.workbook, job.id, job.state],
    queryFn: ({ signal }) => readSheets(job, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (isComing(state.data ?? [], start.isSuccess) ? POLL_MS : false),
  });
  const now = sheets.find(({ id }) => id === job.id)?.state ?? job.state;
  useEffect(() => {
    if (now !== job.state) void queries.invalidateQueries({ queryKey: ['job', job.id] });
  }, [queries, now, job.state, job.id]);
  return { sheets, start };
}

/** A sheet with its collection and its state, how many of its rows failed, and why it was not imported. */
function SheetItem({ sheet, isCurrent }: { sheet: Job; isCurrent: boolean }) {
  const { steps: texts } = useTexts('import-sheets');
  const { say, number } = useI18n();
  const { descriptor } = useConfig();
  const { id, resource, state, reason, summary } = sheet;
  const failed = isUndo(sheet) || state === 'running' ? 0 : (summary?.failed ?? 0);
  const name = say(descriptor.resources.get(resource)?.label ?? {});
  return (
    <li>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <TextLink
          to={`/tools/jobs/${id}`}
          aria-current={isCurrent ? 'page' : undefined}
          sx={{ overflowWrap: 'anywhere', fontWeight: isCurrent ? 600 : 400 }}
        >
          {fillTemplate(texts.into, { sheet: sheetOf(sheet), name })}
        </TextLink>
        <JobStateChip state={state} />
      </Box>
      {failed > 0 && (
        <Typography color="error">
          {fillTemplate(texts.failed, { count: number(failed) })}
        </Typography>
      )}
      {isSheetHeld(sheet) && <Typography color="error">{texts.held}</Typography>}
      {state === 'rehearsed' && reason && (
        <Typography color="error">{capitalise(problemText(reason))}</Typography>
      )}
    </li>
  );
}

/** Whether a sheet is imported, or the next one is about to begin. */
function isComing(sheets: readonly Job[], isStarted: boolean): boolean {
  return sheets.some(
    ({ state, reason }) =>
      state === 'running' || (isStarted && state === 'rehearsed' && reason === null),
  );
}

const partSx = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, p: 2 };
