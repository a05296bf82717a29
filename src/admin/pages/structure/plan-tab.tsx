import type { FileState, PlanStep, Violations } from '../../../contract/meta.ts';
import { Alert, Box, Chip, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { problemText } from '../../messages/problem-text.ts';
import { usePendingPlan } from './use-structure.ts';
import { useStructureWords } from './use-structure-words.ts';

/** The steps that the file requires beyond what is applied, and the command that applies them. */
export function PlanTab() {
  const { tell } = useStructureWords();
  const write = useNumberFormat();
  const { data, error } = usePendingPlan();
  if (error || !data) return <QueryState error={error} isPending loading={tell('plan.looking')} />;
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
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {steps.map((step) => (
          <PlanStep key={step.id} step={step} />
        ))}
      </Box>
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

/** Whether the descriptor file differs from what is applied. */
export function FileNote({ file, children }: { file: FileState; children?: ReactNode }) {
  const { tell } = useStructureWords();
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

const classes = { additive: 'success', rewriting: 'warning', destructive: 'error' } as const;

/** A step with its class, in the words of the terminal, and its effect on records. */
function PlanStep({ step }: { step: PlanStep }) {
  const { tell } = useStructureWords();
  const write = useNumberFormat();
  const { rows, seconds, usedBy, violations, lost, unfit, likely, optional } = step;
  const count = (name: string, number: number) =>
    tell(`plan.${name}`, { smart_count: number, count: write(number) });
  const facts = [
    ...(rows === undefined ? [] : [count('rows', rows)]),
    ...(seconds === undefined
      ? []
      : [seconds === null ? tell('plan.unmeasured') : count('seconds', seconds)]),
    ...(usedBy ? [tell('plan.usedBy', { value: usedBy.join(', ') })] : []),
    ...(likely ? [tell('plan.likely', { value: likely.map(({ name }) => name).join(', ') })] : []),
    ...(optional ? [tell('plan.optional')] : []),
  ];
  return (
    <Box component="li" sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Chip
          size="small"
          variant="outlined"
          color={classes[step.class]}
          label={tell(`plan.${step.class}`)}
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
      <Stand name="violations" violations={violations} />
      <Stand name="lost" violations={lost} />
      <Stand name="unfit" violations={unfit} />
    </Box>
  );
}

function Stand({ name, violations }: { name: string; violations: Violations | undefined }) {
  const { tell } = useStructureWords();
  const write = useNumberFormat();
  if (!violations) return null;
  return (
    <Box sx={{ pl: 1 }}>
      <Typography color="error">
        {tell(`plan.${name}`, { smart_count: violations.count, count: write(violations.count) })}
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
