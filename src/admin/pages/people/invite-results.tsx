import type { InviteResult, Invited } from '../../../contract/people.ts';
import { Box, Button } from '@mui/material';
import { problemText } from '../../messages/problem-text.ts';
import { ResourceContextProvider } from 'react-admin';
import { BulkSummaryView } from '../../kit/bulk-summary.tsx';
import { FactsTable } from '../../kit/facts-table.tsx';
import { useTexts } from '../../messages/texts.ts';
import { capitalise } from '../../client/http.ts';

type InviteResultsProps = { summary: Invited; onAgain: (failed: readonly string[]) => void };

/** What became of each who was to be invited. */
export function InviteResults({ summary, onAgain }: InviteResultsProps) {
  const { invite: texts, email } = useTexts('people');
  const failed = summary.results.filter(({ status }) => status === 'failed');
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <ResourceContextProvider value="users">
        <BulkSummaryView summary={{ ...summary, problems: [] }} done="created" />
      </ResourceContextProvider>
      <FactsTable
        label={texts.result}
        columns={[email, texts.result]}
        rows={summary.results.map((result) => ({
          key: result.row,
          cells: [result.email, <Result key="result" result={result} />],
        }))}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="contained" onClick={() => onAgain([])}>
          {texts.again}
        </Button>
        {failed.length > 0 && (
          <Button onClick={() => onAgain(failed.flatMap(({ email }) => email ?? []))}>
            {texts.failedOnly}
          </Button>
        )}
      </Box>
    </Box>
  );
}

function Result({ result: { status, problems = [] } }: { result: InviteResult }) {
  const { invite: texts } = useTexts('people');
  const said = problems.map((problem) => capitalise(problemText(problem))).join('; ');
  return (
    <Box component="span" sx={{ color: status === 'failed' ? 'error.main' : undefined }}>
      {texts.results[status]}
      {said === '' ? '' : `: ${said}`}
    </Box>
  );
}
