import type { FileProblem } from '../../../contract/meta.ts';
import { Alert, AlertTitle, Box } from '@mui/material';
import { useConfig } from '../../client/config.tsx';
import { problemText } from '../../messages/problem-text.ts';
import { useTexts } from '../../messages/texts.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

/** Enough to start with; the terminal shows all of them. */
const MAX_SHOWN_PROBLEMS = 5;

/** The problems of the descriptor as last saved, shown to users who edit it until they are fixed. */
export function DescriptorProblems() {
  const texts = useTexts('app');
  const { problems } = useConfig();
  if (problems.length === 0) return null;
  const rest = problems.length - MAX_SHOWN_PROBLEMS;
  return (
    <Alert
      severity="error"
      sx={{ borderRadius: 0, overflowWrap: 'anywhere', '@media print': { display: 'none' } }}
    >
      <AlertTitle>{texts.layout.descriptorBroken}</AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {problems.slice(0, MAX_SHOWN_PROBLEMS).map((problem) => (
          <li key={`${placeOf(problem)} ${problem.code} ${problem.path}`}>
            <Box component="code" sx={{ fontSize: '0.875em' }}>
              {placeOf(problem)}
            </Box>{' '}
            {problem.path} {problemText(problem)} ({problem.code})
            {problem.hint === undefined ? '' : ` — ${problem.hint}`}
          </li>
        ))}
        {rest > 0 && <li>{fillTemplate(texts.layout.descriptorMore, { count: rest })}</li>}
      </Box>
    </Alert>
  );
}

function placeOf({ file, line, column }: FileProblem): string {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}
