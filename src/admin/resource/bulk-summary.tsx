import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { useI18n } from '../kit/use-i18n.ts';
import type { BulkSummary } from '../client/bulk.ts';
import { useConfig } from '../client/config.tsx';
import { problemText } from '../messages/problem-text.ts';
import { RecordTitles } from './record-titles.tsx';
import { toRecordPath } from '../kit/screen-paths.ts';
import { useFieldLabel, useResource } from '../kit/use-resource.ts';
import { Status } from '../kit/status/status.tsx';
import { capitalise } from '../client/http.ts';
import { TextLink } from '../kit/text-link.tsx';
import { Hint } from '../kit/hint.tsx';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

/** The counts of a summary. A count of zero is shown only for the action that was requested. */
const counts = ['created', 'updated', 'unchanged', 'deleted'] as const;

type BulkSummaryViewProps = {
  summary: BulkSummary;
  done: (typeof counts)[number];
  /** Links failed records to their pages. Leave it out in a dialog, which would cover the page. */
  hasLinks?: boolean;
  /** Whether changes were undone: then nobody has to make a change again. */
  isUndo?: boolean;
};

/** The result of a bulk action, in the words of `spec.md`, Error catalogue. */
export function BulkSummaryView({
  summary,
  done,
  hasLinks = false,
  isUndo = false,
}: BulkSummaryViewProps) {
  const { texts, number } = useI18n();
  const shownCounts = counts.filter((count) => count === done || summary[count] > 0);
  return (
    <Box component={Status}>
      <Typography sx={{ mb: 1 }}>{texts.summary.lead}</Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        <li>
          {texts.summary.found}: <b>{number(summary.total)}</b>
        </li>
        {shownCounts.map((count) => (
          <li key={count}>
            {texts.summary[count]}: <b>{number(summary[count])}</b>
          </li>
        ))}
        <li>
          {texts.summary.failed}: <b>{number(summary.failed)}</b>
          {summary.duplicates > 0 &&
            ` (${texts.summary.duplicates}: ${number(summary.duplicates)})`}
        </li>
      </Box>
      {summary.problems.length > 0 && <Problems {...{ summary, hasLinks, isUndo }} />}
    </Box>
  );
}

const MAX_SHOWN_PROBLEMS = 100;

type ProblemsProps = { summary: BulkSummary; hasLinks: boolean; isUndo: boolean };

function Problems({ summary: { problems, failed }, hasLinks, isUndo }: ProblemsProps) {
  const { texts, number } = useI18n();
  const hasRows = problems.some((problem) => problem.row !== undefined);
  const shown = problems
    .toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0))
    .slice(0, MAX_SHOWN_PROBLEMS);
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
        <Table size="small" stickyHeader aria-label={texts.summary.problems}>
          <TableHead>
            <TableRow>
              <TableCell align={hasRows ? 'right' : 'left'}>
                {hasRows ? texts.summary.row : texts.summary.record}
              </TableCell>
              <TableCell>{texts.summary.field}</TableCell>
              <TableCell>{texts.summary.problem}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {shown.map((problem, index) => (
              <ProblemRow key={index} {...{ problem, hasLinks, isUndo, hasRows }} />
            ))}
          </TableBody>
        </Table>
      </Box>
      {Math.max(failed, problems.length) > MAX_SHOWN_PROBLEMS && (
        <Hint variant="caption">
          {fillTemplate(texts.summary.first, { shown: number(shown.length) })}
        </Hint>
      )}
    </>
  );
}

type ProblemRowProps = {
  problem: BulkSummary['problems'][number];
  hasLinks: boolean;
  isUndo: boolean;
  hasRows: boolean;
};

/** A problem may name a collection other than that of the screen, as an undo touches several. */
function ProblemRow({ problem, hasLinks, isUndo, hasRows }: ProblemRowProps) {
  const { descriptor } = useConfig();
  const { say, texts } = useI18n();
  const own = useResource().resource;
  const resource = descriptor.resources.get(problem.resource ?? own.name) ?? own;
  const labelOf = useFieldLabel(resource.name);
  const message =
    isUndo && problem.code === 'S003' ? texts.undo.changedSince : capitalise(problemText(problem));
  return (
    <TableRow>
      <TableCell align={hasRows ? 'right' : 'left'}>
        {problem.row ??
          (problem._id === undefined ? null : (
            <RecordOf
              resource={resource.name}
              id={problem._id}
              isLinked={hasLinks && problem.code !== 'S001'}
            />
          ))}
        {resource !== own && (
          <Hint variant="caption" component="div">
            {say(resource.label)}
          </Hint>
        )}
      </TableCell>
      <TableCell>{labelOf(problem.path)}</TableCell>
      <TableCell>{message}</TableCell>
    </TableRow>
  );
}

type RecordOfProps = { resource: string; id: string; isLinked: boolean };

/** Links to the record, because the user decides by its current state what to do next. */
function RecordOf({ resource: name, id, isLinked }: RecordOfProps) {
  const { resource, may } = useResource(name);
  const title = <RecordTitles resource={resource.name} ids={[id]} />;
  if (!isLinked || !may('read')) return title;
  return <TextLink to={toRecordPath(resource, id)}>{title}</TextLink>;
}
