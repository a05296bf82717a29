import type { PlanStep, Violations } from '../../../contract/meta.ts';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useNumber } from '../../kit/use-number.ts';
import { useWords } from './words.ts';

const classes = { additive: 'success', rewriting: 'warning', destructive: 'error' } as const;

/** Each step with its class, in the words of the terminal, and what it means for the records. */
export function PlanSteps({ steps }: { steps: readonly PlanStep[] }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {steps.map((step) => (
        <PlanStep key={step.id} step={step} />
      ))}
    </Box>
  );
}

function PlanStep({ step }: { step: PlanStep }) {
  const { tell } = useWords();
  const write = useNumber();
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
        {/* The sentence is that of the terminal, which speaks English. */}
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
      <Stand name="violations" found={violations} />
      <Stand name="lost" found={lost} />
      <Stand name="unfit" found={unfit} />
    </Box>
  );
}

function Stand({ name, found }: { name: string; found: Violations | undefined }) {
  const { tell } = useWords();
  const write = useNumber();
  if (!found) return null;
  return (
    <Box sx={{ pl: 1 }}>
      <Typography color="error">
        {tell(`plan.${name}`, { smart_count: found.count, count: write(found.count) })}
      </Typography>
      <Box component="ul" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {found.sample.map(({ _id, title, value }) => (
          <li key={_id}>
            {title}: {JSON.stringify(value)}
          </li>
        ))}
      </Box>
    </Box>
  );
}
