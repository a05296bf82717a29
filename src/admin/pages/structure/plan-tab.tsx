import type { FileState, PlanStep, Violations } from '../../../contract/meta.ts';
import { Alert, Box, Chip, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { problemText } from '../../messages/problem-text.ts';
import { usePendingPlan } from './use-structure.ts';
import { useTexts } from '../../messages/texts.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { phrase } from './dictionary.ts';

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
          <PlanStep key={step.id} step={step} />
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

const classes = { additive: 'success', rewriting: 'warning', destructive: 'error' } as const;

/** A step with its class, in the words of the terminal, and its effect on records. */
function PlanStep({ step }: { step: PlanStep }) {
  const { plan } = useTexts('structure');
  const write = useNumberFormat();
  const { rows, seconds, usedBy, violations, lost, unfit, likely, optional } = step;
  const count = (name: 'rows' | 'seconds', number: number) =>
    fillTemplate(plan[name], { count: write(number) });
  const facts = [
    ...(rows === undefined ? [] : [count('rows', rows)]),
    ...(seconds === undefined
      ? []
      : [seconds === null ? plan.unmeasured : count('seconds', seconds)]),
    ...phrase(plan.usedBy, usedBy?.join(', ')),
    ...phrase(plan.likely, likely?.map(({ name }) => name).join(', ')),
    ...(optional ? [plan.optional] : []),
  ];
  return (
    <Box component="li" sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Chip
          size="small"
          variant="outlined"
          color={classes[step.class]}
          label={plan[step.class]}
        />
        {/* The sentence comes from the terminal, which is in English. */}
        <Typography lang="en" sx={{ overflowWrap: 'anywhere' }}>
          {step.sentence}
        </Typography>
        <Typography component="code" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
          {step.id}
        </Typography>
      </Box>
      {facts.map((fact) => (
        <Typography key={fact} sx={{ color: 'text.secondary', pl: 1 }}>
          {fact}
        </Typography>
      ))}
      <Stand text={plan.violations} violations={violations} />
      <Stand text={plan.lost} violations={lost} />
      <Stand text={plan.unfit} violations={unfit} />
    </Box>
  );
}

function Stand({ text, violations }: { text: string; violations: Violations | undefined }) {
  const write = useNumberFormat();
  if (!violations) return null;
  return (
    <Box sx={{ pl: 1 }}>
      <Typography color="error">
        {fillTemplate(text, { count: write(violations.count) })}
      </Typography>
      <Box component="ul" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {violations.sample.map(({ _id, title, value }) => (
          <li key={_id}>
            {title}: {JSON.stringify(value)}
          </li>
        ))}
      </Box>
    </Box>
  );
}
