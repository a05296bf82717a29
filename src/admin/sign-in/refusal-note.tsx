import { fillTemplate } from '../../fields/fill-template.ts';
import type { SignInTexts } from '../messages/en/sign-in.ts';
import type { Refusal } from './sign-in.ts';
import { useTexts } from './texts.ts';

/** A refusal one has to read and act on; it stays until the next attempt. */
export function RefusalNote({ refusal, secondsLeft }: { refusal: Refusal; secondsLeft: number }) {
  const [title, text] = say(refusal, secondsLeft, useTexts());
  return (
    <div className="entry-note" role="alert">
      <strong>{title}</strong>
      {/* Counting down aloud, second by second, helps nobody. */}
      <span aria-live="off">{text}</span>
    </div>
  );
}

function say(refusal: Refusal, secondsLeft: number, texts: SignInTexts): [string, string] {
  const said: Record<Refusal['reason'], () => [string, string]> = {
    refused: () => [texts.failed, texts.refused],
    pending: () => [texts.pendingTitle, texts.pending],
    disabled: () => [texts.disabledTitle, texts.disabled],
    unreachable: () => [texts.unreachableTitle, texts.unreachable],
    tooOften: () => [
      texts.tooOftenTitle,
      secondsLeft > 0 ? fillTemplate(texts.tooOften, { seconds: secondsLeft }) : texts.tooOftenOver,
    ],
    broken: () => [
      texts.brokenTitle,
      fillTemplate(texts.broken, { status: 'status' in refusal ? refusal.status : '' }),
    ],
  };
  return said[refusal.reason]();
}
