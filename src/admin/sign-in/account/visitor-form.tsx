import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { headOf } from '../../../fields/text/head-of-path.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useTexts } from '../../messages/texts.ts';
import { VisitorLink } from '../visitor-link.tsx';
import { post } from '../post.ts';
import { readRefusal, secondsToWait, type ServerProblem } from '../read-refusal.ts';
import { useCountdown } from '../use-countdown.ts';

type Problems = Readonly<Record<string, string | undefined>>;

type VisitorFormParts = {
  path: string;
  /** The body to send. */
  body: () => unknown;
  headers?: () => Readonly<Record<string, string>>;
  /** Loads what `check` needs. */
  prepare?: () => Promise<void>;
  /** The problems of the input by name, in the order of the inputs. */
  check: () => Problems;
  onSubmit: () => void;
  /** Called after success. */
  onDone: () => void;
  onRefused: (refused: Refused) => void;
};

type VisitorFormState = {
  submit: (event: SyntheticEvent<HTMLFormElement>) => void;
  busy: boolean;
  refused: Refused | undefined;
  secondsLeft: number;
  /** The message for an input. */
  problemOf: (name: string) => string | undefined;
  /** Drops the server's message for an input once the user changes it. */
  forget: (name: string) => void;
};

/** The state of a visitor's form. A failure loses no input, and the focus moves to the first problem. */
export function useVisitorForm(parts: VisitorFormParts): VisitorFormState {
  const [busy, setBusy] = useState(false);
  const [isSubmitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const secondsLeft = useCountdown(refused?.reason === 'tooOften' ? refused : undefined);
  const own = isSubmitted ? parts.check() : {};
  const theirs = refused?.reason === 'refused' ? refused.problems : {};

  async function run(form: HTMLFormElement): Promise<void> {
    if (parts.prepare) await parts.prepare();
    setSubmitted(true);
    const wrong = Object.entries(parts.check()).find(([, text]) => text !== undefined);
    if (wrong) return focus(form, wrong[0]);
    if (busy || secondsLeft > 0) return;
    parts.onSubmit();
    setRefused(undefined);
    setBusy(true);
    const outcome = await send(parts.path, parts.body(), parts.headers?.());
    setBusy(false);
    if (outcome === undefined) return parts.onDone();
    setRefused(outcome);
    parts.onRefused(outcome);
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
  const named = form.elements.namedItem(name);
  const input = named instanceof RadioNodeList ? named[0] : named;
  if (input instanceof HTMLElement) input.focus();
}

type VisitorFormProps = { form: VisitorFormState; submit: string; children?: ReactNode };

/** A form with its refusal, its inputs, and the button that sends it. */
export function VisitorForm({ form, submit, children }: VisitorFormProps) {
  const texts = useTexts('visitor');
  return (
    <form className="entry-form" onSubmit={form.submit} noValidate>
      <RefusedNote form={form} />
      {children}
      {/* It shows that it is waiting, but is never disabled, because that would take the focus away. */}
      <button
        className="entry-button"
        type="submit"
        aria-disabled={form.busy || form.secondsLeft > 0}
      >
        {form.busy ? texts.sending : submit}
      </button>
    </form>
  );
}

/** A link back to the sign-in page. */
export function SignInLink() {
  return (
    <p className="entry-ways">
      <VisitorLink to="/login">{useTexts('visitor').toLogin}</VisitorLink>
    </p>
  );
}

/** A refusal that belongs to no input, shown while it applies. */
function RefusedNote({ form: { refused, secondsLeft } }: { form: VisitorFormState }) {
  const texts = useTexts('visitor');
  if (refused === undefined || refused.reason === 'refused') return null;
  const { reason } = refused;
  const wait = secondsLeft > 0 ? texts.tooOften : texts.tooOftenOver;
  const message = {
    unreachable: texts.unreachable,
    tooOften: fillTemplate(wait, { seconds: secondsLeft }),
    broken: texts.broken.replace('{status}', 'status' in refused ? String(refused.status) : ''),
  };
  return (
    <div className="entry-note" role="alert">
      <strong>{texts[`${reason}Title`]}</strong>
      <span aria-live="off">{message[reason]}</span>
    </div>
  );
}

/** Why a form was refused, as far as the pages distinguish reasons. */
type Refused =
  | { reason: 'unreachable' }
  | { reason: 'tooOften'; seconds: number }
  | { reason: 'broken'; status: number }
  /** The server's messages, by the path of the input. */
  | { reason: 'refused'; problems: Readonly<Record<string, string>>; codes: readonly string[] };

/** Sends a visitor's form; returns the reason if it was refused. */
async function send(
  path: string,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
): Promise<Refused | undefined> {
  const response = await post(path, body, headers);
  if (response === undefined) return { reason: 'unreachable' };
  const { ok, status } = response;
  if (ok) return undefined;
  if (status === 429) return { reason: 'tooOften', seconds: secondsToWait(response) };
  if (status >= 500) return { reason: 'broken', status };
  const { problems = [] } = await readRefusal(response);
  return {
    reason: 'refused',
    problems: await problemTexts(problems),
    codes: problems.map(({ code }) => String(code)),
  };
}

/** The server's messages are in English; the catalogue is loaded now that other languages need it. */
export async function problemTexts(
  problems: readonly ServerProblem[],
): Promise<Record<string, string>> {
  const [{ loadCatalog }, { problemText }] = await Promise.all([
    import('../../messages/catalog.ts'),
    import('../../messages/problem-text.ts'),
  ]);
  await loadCatalog();
  return Object.fromEntries(
    problems.map((problem) => {
      const text = problemText(problem);
      return [headOf(problem.path), text.charAt(0).toUpperCase() + text.slice(1)];
    }),
  );
}
