import { useState, type SyntheticEvent } from 'react';
import { useCountdown } from '../use-countdown.ts';
import { send, type Refused } from './send.ts';

type Problems = Readonly<Record<string, string | undefined>>;

type EntryFormParts = {
  path: string;
  /** What is sent. */
  body: () => unknown;
  /** Loads what `check` needs. */
  prepare?: () => Promise<void>;
  /** What is wrong with what was typed, by the name of the input, in the order of the inputs. */
  check: () => Problems;
  onSubmit?: () => void;
  /** It was done. */
  onDone: () => void;
  onRefused?: (refused: Refused) => void;
};

export type EntryForm = {
  submit: (event: SyntheticEvent<HTMLFormElement>) => void;
  busy: boolean;
  refused: Refused | undefined;
  secondsLeft: number;
  /** What to say at an input. */
  problemOf: (name: string) => string | undefined;
  /** What was typed anew is not what the server refused. */
  forget: (name: string) => void;
};

/** A form of a visitor: nothing typed is lost by a failure, and the first thing that is wrong has the focus. */
export function useEntryForm(parts: EntryFormParts): EntryForm {
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const secondsLeft = useCountdown(refused?.reason === 'tooOften' ? refused : undefined);
  const own = asked ? parts.check() : {};
  const theirs = refused?.reason === 'refused' ? refused.problems : {};

  async function run(form: HTMLFormElement): Promise<void> {
    if (parts.prepare) await parts.prepare();
    setAsked(true);
    const wrong = Object.entries(parts.check()).find(([, text]) => text !== undefined);
    if (wrong) return focus(form, wrong[0]);
    if (busy || secondsLeft > 0) return;
    parts.onSubmit?.();
    setRefused(undefined);
    setBusy(true);
    const outcome = await send(parts.path, parts.body());
    setBusy(false);
    if (outcome === undefined) return parts.onDone();
    setRefused(outcome);
    parts.onRefused?.(outcome);
    if (outcome.reason === 'refused') focus(form, Object.keys(outcome.problems)[0]);
  }

  return {
    busy,
    refused,
    secondsLeft,
    submit: (event) => {
      event.preventDefault();
      void run(event.currentTarget);
    },
    problemOf: (name) => own[name] ?? theirs[name],
    forget: (name) => {
      if (!(name in theirs) || refused?.reason !== 'refused') return;
      const { [name]: _, ...problems } = refused.problems;
      setRefused({ ...refused, problems });
    },
  };
}

function focus(form: HTMLFormElement, name = ''): void {
  const input = form.elements.namedItem(name);
  if (input instanceof HTMLInputElement) input.focus();
}
