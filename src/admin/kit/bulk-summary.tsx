import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { useI18n } from './use-i18n.ts';
import type { BulkSummary } from '../client/bulk.ts';
import { problemText } from '../messages/problem-text.ts';
import { RecordTitles } from './record-titles.tsx';
import { toRecordPath } from './screen-paths.ts';
import { useFieldLabel, useResource } from './use-resource.ts';
import { Status } from './status/status.tsx';
import { capitalise } from '../client/http.ts';
import { TextLink } from './text-link.tsx';
import { Hint } from './hint.tsx';

/** The counts of a summary. A count of zero is shown only for the action that was requested. */
const counts = ['created', 'updated', 'unchanged', 'deleted'] as const;

type BulkSummaryViewProps = {
  summary: BulkSummary;
  done: (typeof counts)[number];
  /** Links failed records to their pages. Leave it out in a dialog, which would cover the page. */
  hasLinks?: boolean;
};

/** The result of a bulk action, in the words of `spec.md`, Error catalogue. */
export function BulkSummaryView({ summary, done, hasLinks = false }: BulkSummaryViewProps) {
  const { translate, number } = useI18n();
  const told = counts.filter((count) => count === done || summary[count] > 0);
  return (
    <Box component={Status}>
      <Typography sx={{ mb: 1 }}>{translate('summary.lead')}</Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        <li>
          {translate('summary.found')}: <b>{number(summary.total)}</b>
        </li>
        {told.map((count) => (
          <li key={count}>
            {translate(`summary.${count}`)}: <b>{number(summary[count])}</b>
          </li>
        ))}
        <li>
          {translate('summary.failed')}: <b>{number(summary.failed)}</b>
          {summary.duplicates > 0 &&
            ` (${translate('summary.duplicates')}: ${number(summary.duplicates)})`}
        </li>
      </Box>
      {summary.problems.length > 0 && <Problems summary={summary} hasLinks={hasLinks} />}
    </Box>
  );
}

const SHOWN = 100;

type ProblemsProps = { summary: BulkSummary; hasLinks: boolean };

function Problems({ summary: { problems, failed }, hasLinks }: ProblemsProps) {
  const { translate, number } = useI18n();
  const labelOf = useFieldLabel();
  const hasRows = problems.some((problem) => problem.row !== undefined);
  const shown = problems.toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0)).slice(0, SHOWN);
  return (
    <>
      <Box
        sx={{
          maxHeight: 320,
          overflow: 'auto',
          mt: 2,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
        }}
      >
        <Table size="small" stickyHeader aria-label={translate('summary.problems')}>
          <TableHead>
            <TableRow>
              <TableCell align={hasRows ? 'right' : 'left'}>
                {translate(hasRows ? 'summary.row' : 'summary.record')}
              </TableCell>
              <TableCell>{translate('summary.field')}</TableCell>
              <TableCell>{translate('summary.problem')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {shown.map((problem, index) => (
              <TableRow key={index}>
                <TableCell align={hasRows ? 'right' : 'left'}>
                  {problem.row ??
                    (problem._id === undefined ? null : (
                      <RecordOf id={problem._id} isLinked={hasLinks && problem.code !== 'S001'} />
                    ))}
                </TableCell>
                <TableCell>{labelOf(problem.path)}</TableCell>
                <TableCell>{capitalise(problemText(problem))}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      {Math.max(failed, problems.length) > SHOWN && (
        <Hint variant="caption">{translate('summary.first', { shown: number(shown.length) })}</Hint>
      )}
    </>
  );
}

/** Links to the record, because the user decides by its current state what to do next. */
function RecordOf({ id, isLinked }: { id: string; isLinked: boolean }) {
  const { resource, may } = useResource();
  const title = <RecordTitles resource={resource.name} ids={[id]} />;
  if (!isLinked || !may('read')) return title;
  return <TextLink to={toRecordPath(resource, id)}>{title}</TextLink>;
}
