import { useEffect, useRef, useState } from 'react';
import type { FormView } from '../../../contract/public-form.ts';
import type { PublicFormTexts } from '../../messages/en/sign-in/public-form.ts';
import { loadTexts, useTexts } from '../../messages/texts.ts';
import { useKeyOf } from '../../client/use-key-of.ts';
import { Status } from '../../kit/status/status.tsx';
import { useVisitorForm, VisitorForm } from '../account/visitor-form.tsx';
import { PageHeading, useTitle } from '../visitor-frame.tsx';
import {
  type Entries,
  isMissing,
  isOnItsWay,
  shownFields,
  toBody,
  toEntries,
} from './form-values.ts';
import { ConfirmPage } from './confirm-page.tsx';
import { PublicField, useSay } from './public-field.tsx';
import './public-form.css';

/** The page of a public form: `/public/signups`. It is plain React, and loads nothing of the app. */
function PublicFormPage({ path }: { path: string }) {
  const [, , name = '', confirm, token = ''] = path.split('/');
  return confirm ? <ConfirmPage name={name} token={token} /> : <FormPage name={name} />;
}

function FormPage({ name }: { name: string }) {
  const [form, load] = useForm(name);
  if (form === undefined || form === 'unknown' || form === 'failed')
    return <FormState state={form} onAgain={load} />;
  return <OpenForm key={name} name={name} form={form} />;
}

/** Returns the page once its texts are loaded. */
export async function loadPublicForm(): Promise<typeof PublicFormPage> {
  await loadTexts(import.meta.glob('/src/admin/messages/*/sign-in/{visitor,public-form}.ts'));
  return PublicFormPage;
}

type Loaded = FormView | 'unknown' | 'failed' | undefined;

function useForm(name: string): [Loaded, () => void] {
  const [attempt, setAttempt] = useState(1);
  const asked = `${name} ${attempt}`;
  const [answer, setAnswer] = useState<{ asked: string; form: Loaded }>();
  useEffect(() => {
    const unmount = new AbortController();
    const load = async (): Promise<void> => {
      const form = await readForm(name, unmount.signal);
      if (!unmount.signal.aborted) setAnswer({ asked, form });
    };
    void load();
    return () => unmount.abort();
  }, [name, asked]);
  const form = answer?.asked === asked ? answer.form : undefined;
  return [form, () => setAttempt(attempt + 1)];
}

async function readForm(name: string, signal: AbortSignal): Promise<Loaded> {
  const path = `/api/public/${encodeURIComponent(name)}/form`;
  const response = await fetch(path, { signal }).catch(() => undefined);
  if (response?.ok) return (await response.json().catch(() => 'failed')) as FormView | 'failed';
  return response?.status === 404 ? 'unknown' : 'failed';
}

/** In place of a form: it is loading, does not exist, or could not be loaded. */
function FormState({ state, onAgain }: { state: Loaded; onAgain: () => void }) {
  const texts = useTexts('public-form');
  const isUnknown = state === 'unknown';
  const title = isUnknown ? texts.unknown : texts.failed;
  useTitle(state === undefined ? texts.loading : title);
  if (state === undefined)
    return (
      <Status as="p" className="entry-lead">
        {texts.loading}
      </Status>
    );
  return (
    <>
      <h1>{title}</h1>
      <p className="entry-lead">{isUnknown ? texts.unknownText : texts.failedText}</p>
      {!isUnknown && (
        <button className="entry-button" type="button" onClick={onAgain}>
          {texts.again}
        </button>
      )}
    </>
  );
}

type OpenFormProps = { name: string; form: FormView };

function OpenForm({ name, form }: OpenFormProps) {
  const texts = useTexts('public-form');
  const label = useSay()(form.label);
  const [isDone, setDone] = useState(false);
  const done = form.isConfirmed ? texts.mailedTitle : texts.thanks;
  const title = isDone ? done : label;
  useTitle(title);
  return (
    <>
      <PageHeading isResult={isDone}>{title}</PageHeading>
      {isDone ? (
        <>
          <Status as="p" className="entry-lead">
            {form.isConfirmed ? texts.mailed : texts.received}
          </Status>
          <button className="entry-other" type="button" onClick={() => setDone(false)}>
            {texts.another}
          </button>
        </>
      ) : (
        <EntryForm name={name} form={form} onDone={() => setDone(true)} />
      )}
    </>
  );
}

function EntryForm({ name, form: open, onDone }: OpenFormProps & { onDone: () => void }) {
  const texts = useTexts('public-form');
  const [entries, setEntries] = useState<Entries>(() => toEntries(open));
  const [trouble, setTrouble] = useState<string>();
  const { keyOf } = useKeyOf();
  const trap = useRef<HTMLInputElement>(null);
  const shown = shownFields(open, entries);
  const form = useVisitorForm({
    path: `/api/public/${name}`,
    body: () => ({
      ...toBody(open, entries),
      ...(trap.current?.value && { [open.trap]: trap.current.value }),
    }),
    headers: () => ({ 'Idempotency-Key': keyOf(JSON.stringify(toBody(open, entries))) }),
    check: () => checkEntries(shown, entries, texts),
    onSubmit: () => setTrouble(undefined),
    onRefused: (refused) => {
      if (refused.reason !== 'refused') return;
      const isClosed = refused.codes.includes('S050');
      setTrouble(isClosed ? texts.closed : otherProblems(refused.problems, shown));
    },
    onDone,
  });
  return (
    <VisitorForm form={form} submit={texts.send}>
      {trouble && (
        <div className="entry-note" role="alert">
          <strong>{texts.refused}</strong>
          <span>{trouble}</span>
        </div>
      )}
      {shown.map(({ field, isRequired }) => (
        <PublicField
          key={field.name}
          collection={name}
          field={field}
          timeZone={open.timeZone}
          isRequired={isRequired}
          entered={entries[field.name] ?? ''}
          problem={form.problemOf(field.name)}
          onChange={(entered) => {
            setEntries((before) => ({ ...before, [field.name]: entered }));
            form.forget(field.name);
          }}
        />
      ))}
      <label className="entry-trap" aria-hidden="true">
        {texts.trap}
        <input ref={trap} name={open.trap} tabIndex={-1} autoComplete="off" />
      </label>
    </VisitorForm>
  );
}

/** Which inputs lack a value, or a file that is still on its way. */
function checkEntries(
  shown: ReturnType<typeof shownFields>,
  entries: Entries,
  texts: PublicFormTexts,
): Record<string, string | undefined> {
  return Object.fromEntries(
    shown.map(({ field, isRequired }) => {
      const entered = entries[field.name];
      const missing = field.input === 'choice' ? texts.missingChoice : texts.missing;
      const late = isOnItsWay(entered) ? texts.filesOnTheirWay : undefined;
      return [field.name, isRequired && isMissing(entered) ? missing : late];
    }),
  );
}

/** The problems that belong to no input. */
function otherProblems(
  problems: Readonly<Record<string, string>>,
  shown: ReturnType<typeof shownFields>,
): string | undefined {
  const others = Object.entries(problems).filter(
    ([path]) => !shown.some(({ field }) => field.name === path),
  );
  return others.length > 0 ? others.map(([, text]) => `${text}.`).join(' ') : undefined;
}
