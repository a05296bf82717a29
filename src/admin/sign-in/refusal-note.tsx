import type { VisitorTexts } from '../messages/en/sign-in/visitor.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { Toast } from './toast.tsx';
import { loadTexts, useTexts } from '../messages/texts.ts';
import { readRefusal, secondsToWait } from './read-refusal.ts';

type RefusalNoteProps = { refusal: Refusal; secondsLeft: number; onClose: () => void };

/** Why the sign-in was refused: the notice of the specification, or a reason that the user has to act on. */
export function RefusalNote({ refusal, secondsLeft, onClose }: RefusalNoteProps) {
  const texts = useTexts('visitor');
  if (refusal.reason === 'refused')
    return <Toast tone="bad" title={texts.failed} text={texts.refused} onClose={onClose} />;
  const [title, text] = refusalText(refusal, secondsLeft, texts);
  return (
    <div className="entry-note" role="alert">
      <strong>{title}</strong>
      {/* Announcing every second of the countdown would help nobody. */}
      <span aria-live="off">{text}</span>
    </div>
  );
}

/** The reason for a refusal, and the component that shows it, with its texts loaded. */
export async function explainRefusal(response: Response | undefined): Promise<ExplainedRefusal> {
  await loadTexts(import.meta.glob('/src/admin/messages/*/sign-in/visitor.ts'));
  return { refusal: await toRefusal(response), Note: RefusalNote };
}

export type ExplainedRefusal = { refusal: Refusal; Note: typeof RefusalNote };

function refusalText(
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

/** Why a sign-in was refused. */
export type Refusal =
  | { reason: 'refused' }
  | { reason: 'pending' | 'disabled' | 'stopped' | 'passkey' | 'unreachable' }
  | { reason: 'tooOften'; seconds: number }
  | { reason: 'broken'; status: number };

export async function toRefusal(response: Response | undefined): Promise<Refusal> {
  if (response === undefined) return { reason: 'unreachable' };
  const { status } = response;
  const { code } = await readRefusal(response);
  if (code === 'A004') return { reason: 'pending' };
  if (code === 'A005') return { reason: 'disabled' };
  if (code === 'A018') return { reason: 'stopped' };
  if (code === 'A029') return { reason: 'passkey' };
  if (status === 429) return { reason: 'tooOften', seconds: secondsToWait(response) };
  // An address that no account can have counts as a wrong one (400, 422).
  if ([400, 401, 422].includes(status)) return { reason: 'refused' };
  return { reason: 'broken', status };
}
