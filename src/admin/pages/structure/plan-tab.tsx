import type { FileState } from '../../../contract/meta.ts';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useNumber } from '../../kit/use-number.ts';
import { problemText } from '../../messages/problem-text.ts';
import { Status } from '../../kit/status/status.tsx';
import { PlanSteps } from './plan-steps.tsx';
import { usePendingPlan } from './use-structure.ts';
import { useWords } from './words.ts';

/** What the file asks for beyond what is applied, step by step, and the command that applies it. */
export function PlanTab() {
  const { tell } = useWords();
  const write = useNumber();
  const { data, error } = usePendingPlan();
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (!data) return <Typography component={Status}>{tell('plan.looking')}</Typography>;
  const { file, plan, command } = data;
  const steps = plan?.steps ?? [];
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, maxWidth: 960 }}>
      <FileNote file={file} />
      {file.state === 'differs' && steps.length === 0 && (
        <Typography>{tell('plan.noSteps')}</Typography>
      )}
      {steps.length > 0 && (
        <Typography variant="h2">
          {tell('plan.steps', { smart_count: steps.length, count: write(steps.length) })}
        </Typography>
      )}
      <PlanSteps steps={steps} />
      {command !== null && (
        <Box>
          <Typography sx={{ mb: 0.5 }}>{tell('plan.command')}</Typography>
          <Box
            component="pre"
            tabIndex={0}
            aria-label={tell('plan.command')}
            sx={{ m: 0, p: 1.5, overflowX: 'auto', bgcolor: 'action.hover', borderRadius: 1 }}
          >
            {command}
          </Box>
        </Box>
      )}
    </Box>
  );
}

/** How the file and what is applied stand to each other. */
export function FileNote({ file, children }: { file: FileState; children?: ReactNode }) {
  const { tell } = useWords();
  const severity = {
    applied: 'success',
    differs: 'warning',
    broken: 'error',
    unknown: 'info',
  } as const;
  return (
    <Alert severity={severity[file.state]} action={children}>
      {tell(`plan.${file.state}`, { file: file.name ?? '' })}
      {file.problems.length > 0 && (
        <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
          {file.problems.map((problem) => (
            <li key={`${problem.line}:${problem.column} ${problem.code} ${problem.path}`}>
              <code>
                {problem.file}:{problem.line}:{problem.column}
              </code>{' '}
              {problem.path} {problemText(problem)} ({problem.code})
            </li>
          ))}
        </Box>
      )}
    </Alert>
  );
}
