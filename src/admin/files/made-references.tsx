import type { Job } from '../../contract/jobs.ts';
import { Alert } from '@mui/material';
import { fillTemplate } from '../../fields/fill-template.ts';
import { useConfig } from '../client/config.tsx';
import { useText } from '../messages/use-text.ts';
import { useNumber } from '../kit/use-number.ts';
import { useTexts } from '../messages/texts.ts';

/** What was made, or would be, in other collections since rows refer to it. */
export function MadeReferences({ job: { summary, state } }: { job: Job }) {
  const { outcomes: texts } = useTexts('transfer');
  const { descriptor } = useConfig();
  const say = useText();
  const number = useNumber();
  const made = Object.entries(summary?.referencesCreated ?? {}).map(
    ([name, count]) =>
      `${say(descriptor.resources.get(name)?.label ?? {}) || name}: ${number(count)}`,
  );
  if (made.length === 0) return null;
  const text = state === 'rehearsed' ? texts.wouldMake : texts.made;
  return <Alert severity="info">{fillTemplate(text, { counts: made.join(', ') })}</Alert>;
}
