import { useEffect } from 'react';
import type { FieldStates } from '../../../contract/field-states.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { DeclaredFilter } from '../../../descriptor/filter/declared-filter.ts';
import { asksOthers, type Judged } from '../../../descriptor/rules/rules.ts';
import { call } from '../../client/http.ts';
import { createPageState } from '../../client/page-state.ts';
import { decidingFields, typedRecord, type FormWithRules } from './form-rules.ts';
import type { Values } from './form-values.ts';

/** What the server says of the conditions that ask other records. */
type Hints = {
  /** The last answer: shown while the next one is on its way, so that nothing flickers. */
  latest?: Judged;
  /** By question. Only the answer to the values of the form decides what is saved. */
  answers: ReadonlyMap<string, Judged>;
};

export function createHints() {
  return createPageState<Hints>({ answers: new Map() });
}

/** What a form asks the server, as text; undefined if no condition asks other records. */
export function questionOf(form: FormWithRules, values: Readonly<Values>): string | undefined {
  const { resource, fields, base, isNew } = form;
  if (!asksOthers(resource)) return undefined;
  const typed = typedRecord(form, values);
  // A new line does not enter the reference to its record, but knows it.
  const asked = decidingFields(resource)
    .filter((name) => fields.some((field) => field.name === name) || (isNew && name in base))
    .map((name) => [name, typed[name] ?? null]);
  return JSON.stringify({ ...(!isNew && { _id: base['id'] }), values: Object.fromEntries(asked) });
}

type AskingForm = {
  resource: Resource;
  question: () => string | undefined;
  hints: ReturnType<typeof createHints>;
};

/** Milliseconds without a change before the form asks. */
const PAUSE_MS = 300;

/**
 * Asks the server which fields are shown, required and read-only while somebody edits. It is only a hint: without an
 * answer the form shows what the record itself tells, and the server judges when it is saved.
 */
export function useHints({ question, hints, resource }: AskingForm, isAsking: boolean): void {
  const asked = isAsking ? question() : undefined;
  useEffect(() => {
    if (asked === undefined) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const ask = async (): Promise<void> => {
      const body: unknown = JSON.parse(asked);
      const sent = { method: 'POST', body, signal, reads: true } as const;
      const { json } = await call<FieldStates>(`${resource.root}/states`, sent);
      const latest = toJudged(resource, json.states);
      if (!signal.aborted)
        hints.set({ latest, answers: new Map([...hints.get().answers, [asked, latest]]) });
    };
    const timer = setTimeout(() => {
      ask().catch(() => {
        if (!signal.aborted) hints.set({ answers: hints.get().answers });
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [asked, hints, resource]);
}

function toJudged({ conditions }: Resource, states: FieldStates['states']): Judged {
  const known = new Map<DeclaredFilter, boolean>();
  for (const [name, { beyond }] of conditions) {
    const state = states[name];
    if (!state) continue;
    if (beyond.shown) known.set(beyond.shown, state.shown);
    if (beyond.required) known.set(beyond.required, state.required);
    if (beyond.readOnly) known.set(beyond.readOnly, state.readOnly);
  }
  return (condition) => known.get(condition);
}
