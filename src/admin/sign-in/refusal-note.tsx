import type { VisitorTexts } from '../messages/en/visitor.ts';
import { fillTemplate } from '../../fields/fill-template.ts';
import { toRefusal, type Refusal } from './refusal.ts';
import { Toast } from './toast.tsx';
import { loadTexts, useTexts } from '../messages/texts.ts';

type RefusalNoteProps = { refusal: Refusal; secondsLeft: number; onClose: () => void };

/** Why one is not let in: the notice of the specification, or what one has to read and act on. */
export function RefusalNote({ refusal, secondsLeft, onClose }: RefusalNoteProps) {
  const texts = useTexts('visitor');
  if (refusal.reason === 'refused')
    return <Toast tone="bad" title={texts.failed} text={texts.refused} onClose={onClose} />;
  const [title, text] = say(refusal, secondsLeft, texts);
  return (
    <div className="entry-note" role="alert">
      <strong>{title}</strong>
      {/* Counting down aloud, second by second, helps nobody. */}
      <span aria-live="off">{text}</span>
    </div>
  );
}

/** What is to be said of a refusal, with the texts to say it in. */
export async function explain(response: Response | undefined): Promise<Explained> {
  await loadTexts(import.meta.glob('/src/admin/messages/*/visitor.ts'));
  return { refusal: await toRefusal(response), Note: RefusalNote };
}

export type Explained = { refusal: Refusal; Note: typeof RefusalNote };

function say(
  refusal: Exclude<Refusal, { reason: 'refused' }>,
  secondsLeft: number,
  texts: VisitorTexts,
): [string, string] {
  const { reason } = refusal;
  const title = texts[`${reason}Title`];
  if (reason === 'broken') return [title, texts.broken.replace('{status}', String(refusal.status))];
  if (reason !== 'tooOften') return [title, texts[reason]];
  const wait = fillTemplate(texts.tooOften, { seconds: secondsLeft });
  return [title, secondsLeft > 0 ? wait : texts.tooOftenOver];
}
