import type { Message } from './message.ts';

/** What became of a message, told so that one knows whether it may be tried again. */
export type Outcome =
  | { outcome: 'sent' }
  | {
      outcome: 'failed';
      error: string;
      /** The other side will never take it. */
      permanent: boolean;
      /** It was the way there, and nothing about this message. */
      unreachable: boolean;
    }
  /** It went out whole and no answer came back. */
  | { outcome: 'doubtful'; error: string }
  /** It was no longer ours to send, or we are about to stop; nothing of it went out. */
  | { outcome: 'withdrawn' };

/** Where messages go. */
export type Transport = {
  /**
   * Never throws. `begin` is asked right before the first byte of the text goes out, and nothing
   * does when it says no. `signal` withdraws a message whose text has not begun to go out.
   */
  deliver(message: Message, begin: () => Promise<boolean>, signal: AbortSignal): Promise<Outcome>;
  /** There is nothing to send for a while. */
  rest(): void;
};

export function failed(error: string, { permanent = false, unreachable = false } = {}): Outcome {
  return { outcome: 'failed', error, permanent, unreachable };
}
