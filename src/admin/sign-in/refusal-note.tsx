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
  if (refusal.reason === 'refused') return [texts.failed, texts.refused];
  const title = texts[`${refusal.reason}Title`];
  if (refusal.reason === 'broken') {
    return [title, texts.broken.replace('{status}', String(refusal.status))];
  }
  if (refusal.reason !== 'tooOften') return [title, texts[refusal.reason]];
  const wait = texts.tooOften.replace('{seconds}', String(secondsLeft));
  return [title, secondsLeft > 0 ? wait : texts.tooOftenOver];
}
