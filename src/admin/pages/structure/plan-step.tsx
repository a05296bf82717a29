import { Box, Chip, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { PlanStep, Violations } from '../../../contract/meta.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useConfig } from '../../client/config.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { toListPath } from '../../kit/screen-paths.ts';
import { TextLink } from '../../kit/text-link.tsx';
import { useTexts } from '../../messages/texts.ts';
import { phrase } from './dictionary.ts';
import { SentenceText } from './sentence-text.tsx';

const classes = { additive: 'success', rewriting: 'warning', destructive: 'error' } as const;

type PlanStepItemProps = {
  step: PlanStep;
  /** Where a person decides about the step, in place of what the command line says of it. */
  consent?: ReactNode;
};

/** A step with its class and its effect on records. */
export function PlanStepItem({ step, consent }: PlanStepItemProps) {
  const { plan } = useTexts('structure');
  const facts = useFacts(step, Boolean(consent));
  return (
    <Box component="li" sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Chip
          size="small"
          variant="outlined"
          color={classes[step.class]}
          label={plan[step.class]}
        />
        <Typography id={sentenceId(step)} sx={{ overflowWrap: 'anywhere' }}>
          <SentenceText sentence={step.sentence} text={step.text} />
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
      {(['violations', 'lost', 'unfit'] as const).map((name) => (
        <Stand key={name} text={plan[name]} violations={step[name]} resource={step.resource} />
      ))}
      {step.correct !== undefined && (
        <Typography sx={{ pl: 1, overflowWrap: 'anywhere' }}>
          <SentenceText sentence={step.correct} text={step.correctText} />
        </Typography>
      )}
      {consent}
    </Box>
  );
}

/** The effect of a step, in short sentences. */
function useFacts(step: PlanStep, isDecidedHere: boolean): string[] {
  const { plan } = useTexts('structure');
  const write = useNumberFormat();
  const { rows, seconds, usedBy, likely, optional } = step;
  const count = (name: 'rows' | 'seconds', number: number) =>
    fillTemplate(plan[name], { count: write(number) });
  return [
    ...(rows === undefined ? [] : [count('rows', rows)]),
    ...(seconds === undefined
      ? []
      : [seconds === null ? plan.unmeasured : count('seconds', seconds)]),
    ...phrase(plan.usedBy, usedBy?.join(', ')),
    ...phrase(plan.likely, likely?.map(({ name }) => name).join(', ')),
    ...(optional && !isDecidedHere ? [plan.optional] : []),
  ];
}

/** The sentence describes what a person decides about. */
export function sentenceId({ id }: PlanStep): string {
  return `step-${id}`;
}

type StandProps = { text: string; violations: Violations | undefined; resource: string };

/** How many records stand in the way, the first of them, and the list of all of them. */
function Stand({ text, violations, resource }: StandProps) {
  const { plan } = useTexts('structure');
  const write = useNumberFormat();
  // A collection that the plan adds has no list yet.
  const listed = useConfig().descriptor.resources.get(resource);
  if (!violations) return null;
  const count = { count: write(violations.count) };
  return (
    <Box sx={{ pl: 1 }}>
      <Typography color="error">{fillTemplate(text, count)}</Typography>
      <Box component="ul" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {violations.sample.map(({ _id, title, value }) => (
          <li key={_id}>
            {title}: {JSON.stringify(value)}
          </li>
        ))}
      </Box>
      {listed && violations.where && (
        // In another tab, because the text here may be unsaved.
        <TextLink to={toListPath(listed, violations.where)} target="_blank">
          {plan.records}
        </TextLink>
      )}
    </Box>
  );
}
