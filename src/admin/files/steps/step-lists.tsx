import type { Job } from '../../../contract/jobs.ts';
import { Box, Paper, Typography } from '@mui/material';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { isReadingKind, type Step } from '../../../files/steps/step.ts';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { problemText } from '../../messages/problem-text.ts';
import { useTexts } from '../../messages/texts.ts';
import type { Cleaning } from '../use-inspection.ts';
import { idOfStep, toSentStep } from './step-drafts.ts';
import { useSentence } from './use-sentence.ts';

/** All steps in their order, each with what it does with the first rows. */
export function PlannedSteps({ cleaning: { steps, answers } }: { cleaning: Cleaning }) {
  const texts = useTexts('import-steps');
  const count = useCount();
  const items = steps.map((step) => {
    const incomplete = texts.incomplete[step.do as keyof typeof texts.incomplete];
    if (!toSentStep(step)) return { step, text: incomplete, isWarning: true };
    const [problem] = answers.problemsOf(step);
    if (problem) return { step, text: problemText(problem), isWarning: true };
    const preview = answers.previewOf(step)?.preview;
    if (!preview) return { step, text: texts.waiting };
    if (preview.missing.length > 0) {
      const text = fillTemplate(texts.missing, { columns: preview.missing.join(', ') });
      return { step, text, isWarning: true };
    }
    return { step, text: count(step, preview), isWarning: isDoubtful(preview) };
  });
  return <StepList title={texts.all} items={items} />;
}

/** What each step has changed in the whole file. Nothing for an import without steps. */
export function CountedSteps({ job: { request, summary } }: { job: Job }) {
  const texts = useTexts('import-steps');
  const count = useCount();
  const items = (request?.steps ?? []).flatMap((step, at) => {
    const counts = summary?.steps?.[at];
    return counts ? [{ step, text: count(step, counts), isWarning: isDoubtful(counts) }] : [];
  });
  if (items.length === 0) return null;
  return (
    <Paper variant="outlined" sx={{ p: 2 }}>
      <StepList title={texts.counted} items={items} />
    </Paper>
  );
}

type Counts = { changed: number; warnings: number; missing?: readonly string[] | undefined };

/** Also a step that changes nothing is worth a look. */
function isDoubtful({ changed, warnings, missing = [] }: Counts): boolean {
  return warnings > 0 || changed === 0 || missing.length > 0;
}

function useCount(): (step: Step, counts: Counts) => string {
  const texts = useTexts('import-steps');
  const number = useNumberFormat();
  return ({ do: kind }, { changed, warnings, missing = [] }) => {
    const isRead = isReadingKind(kind);
    const say = (text: string, count: number): string =>
      fillTemplate(text, { count: number(count) });
    return [
      changed === 0 ? texts.nothing : say(texts.done, changed),
      ...(warnings > 0 ? [say(isRead ? texts.couldNot : texts.warned, warnings)] : []),
      ...(missing.length > 0 ? [fillTemplate(texts.missing, { columns: missing.join(', ') })] : []),
    ].join(', ');
  };
}

type Item = { step: Step; text: string; isWarning?: boolean };

function StepList({ title, items }: { title: string; items: readonly Item[] }) {
  const sentence = useSentence();
  return (
    <Box>
      <Typography component="h4" variant="body2" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      <Box component="ol" aria-label={title} sx={listSx}>
        {items.map(({ step, text, isWarning = false }) => (
          <li key={idOfStep(step)}>
            {sentence(step)}:{' '}
            <Box component="span" sx={{ color: isWarning ? 'warning.main' : 'text.secondary' }}>
              {text}
            </Box>
          </li>
        ))}
      </Box>
    </Box>
  );
}

const listSx = { m: 0, mt: 0.5, pl: 3, fontSize: '0.875rem', overflowWrap: 'anywhere' };
