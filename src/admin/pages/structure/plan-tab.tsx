import type { FileState } from '../../../contract/meta.ts';
import { Alert, Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { problemText } from '../../messages/problem-text.ts';
import { usePendingPlan } from './use-structure.ts';
import { useTexts } from '../../messages/texts.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { PlanStepItem } from './plan-step.tsx';

/** The steps that the file requires beyond what is applied, and the command that applies them. */
export function PlanTab() {
  const texts = useTexts('structure');
  const write = useNumberFormat();
  const { data, error } = usePendingPlan();
  if (error || !data) return <QueryState error={error} isPending loading={texts.plan.looking} />;
  const { file, plan, command } = data;
  const steps = plan?.steps ?? [];
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, maxWidth: 960 }}>
      <FileNote file={file} />
      {file.state === 'differs' && steps.length === 0 && (
        <Typography>{texts.plan.noSteps}</Typography>
      )}
      {steps.length > 0 && (
        <Typography variant="h2">
          {fillTemplate(texts.plan.steps, { count: write(steps.length) })}
        </Typography>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {steps.map((step) => (
          <PlanStepItem key={step.id} step={step} />
        ))}
      </Box>
      {command !== null && (
        <Box>
          <Typography sx={{ mb: 0.5 }}>{texts.plan.command}</Typography>
          <Box
            component="pre"
            tabIndex={0}
            aria-label={texts.plan.command}
            sx={{ m: 0, p: 1.5, overflowX: 'auto', bgcolor: 'action.hover', borderRadius: 1 }}
          >
            {command}
          </Box>
        </Box>
      )}
    </Box>
  );
}

/** Whether the descriptor file differs from what is applied. */
export function FileNote({ file, children }: { file: FileState; children?: ReactNode }) {
  const texts = useTexts('structure');
  const severity = {
    applied: 'success',
    differs: 'warning',
    broken: 'error',
    unknown: 'info',
  } as const;
  return (
    <Alert severity={severity[file.state]} action={children}>
      {fillTemplate(texts.plan[file.state], { file: file.name ?? '' })}
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
