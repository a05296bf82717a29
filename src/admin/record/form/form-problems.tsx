import { Alert, Box } from '@mui/material';
import { useEffect, useRef, type RefObject } from 'react';
import { useFormState, type FieldErrors } from 'react-hook-form';
import type { Field } from '../../../fields/type/field.ts';
import { useText } from '../../messages/use-text.ts';
import type { FieldSection } from '../record-layout.ts';
import { useFieldStates, withoutHidden } from './use-field-states.ts';
import type { RecordForm } from '../use-record-form.ts';
import type { MoreSection } from '../sections/section-links.tsx';

type RootProblemProps = {
  work: RecordForm;
  sections: readonly FieldSection[];
  isWritable: (name: string) => boolean;
};

/** The problems of the record as a whole, and those that no input of this form can show. */
export function RootProblem({ work, sections, isWritable }: RootProblemProps) {
  const { errors } = useFormState();
  const say = useText();
  const states = useFieldStates(work);
  const shown = withoutHidden(sections, states).flatMap(({ fields }) => fields);
  const inputs = shown.filter(({ name }) => isWritable(name) && !states.get(name)?.readOnly);
  const lines = unplaced(errors, work.fields, inputs, ({ label }) => say(label));
  const message = lines.join('\n');
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) alert.current?.scrollIntoView?.({ block: 'nearest' });
  }, [message]);
  if (!message) return null;
  return (
    <Alert ref={alert} severity="error" sx={{ m: 2, mb: 0 }}>
      {lines.map((line) => (
        <Box key={line}>{line}</Box>
      ))}
    </Alert>
  );
}

/**
 * Finds the problems that have no input: those of the whole record, and those of fields that the form does not show.
 * The declared parts of an object have inputs. The object itself has none, and neither has a part that the descriptor
 * no longer declares.
 */
export function unplaced(
  errors: FieldErrors,
  fields: readonly Field[],
  inputs: readonly Field[],
  label: (field: Field) => string,
): string[] {
  const whole = errors.root?.['serverError']?.message;
  const own = Object.entries(errors).flatMap(([name, error]) => {
    if (name === 'root' || !error) return [];
    const field = fields.find((one) => one.name === name);
    const title = field ? label(field) : name;
    const isInput = inputs.some((one) => one.name === name);
    const parts = field?.kind.parts?.(field.settings);
    if (!parts)
      return isInput || typeof error.message !== 'string' ? [] : [`${title}: ${error.message}`];
    if (typeof error.message === 'string') return [`${title}: ${error.message}`];
    return Object.entries(error as FieldErrors).flatMap(([part, inside]) =>
      (isInput && parts.has(part)) || typeof inside?.message !== 'string'
        ? []
        : [`${title}.${part}: ${inside.message}`],
    );
  });
  return whole ? [whole, ...own] : own;
}

type FormParts = {
  work: RecordForm;
  sections: readonly FieldSection[];
  more?: readonly MoreSection[];
  onSection: (section: number) => void;
  element: RefObject<HTMLFormElement | null>;
};

/**
 * Goes to the first input that has a problem: goes to its section, and focuses the input once it is drawn.
 * It uses the DOM and not react-hook-form's refs, which composed inputs (autocompletes, lists) do not pass on.
 */
export function useFirstInvalid(parts: FormParts): () => void {
  const { work, sections, more = [], onSection, element } = parts;
  return () => {
    const own = sections.map(({ fields }) =>
      fields.some((field) => work.form.getFieldState(field.name).error !== undefined),
    );
    const problems = work.lists.problems();
    const lists = more.map(({ lines }) => lines && (problems.get(lines.name) ?? 0) > 0);
    const section = [...own, ...lists].indexOf(true);
    if (section < 0) return;
    onSection(section);
    focusWhenDrawn({ element, section, from: document.activeElement }, FRAMES);
  };
}

/** About five seconds, for a slow machine. */
const FRAMES = 300;

type Invalid = {
  element: FormParts['element'];
  section: number;
  /** Where the focus was; once the user has moved it on, it stays there. */
  from: Element | null;
};

// A tab opens and creates its inputs a few frames later; a hidden input cannot take the focus.
function focusWhenDrawn(place: Invalid, frames: number): void {
  const { element, section, from } = place;
  requestAnimationFrame(() => {
    const now = document.activeElement;
    if (now !== from && now !== document.body) return;
    const panel = element.current?.querySelector(`[data-section="${section}"]`);
    const invalid = panel?.querySelector<HTMLElement>('[aria-invalid="true"]');
    invalid?.focus();
    // A group, such as of radio buttons, cannot take the focus itself.
    if (document.activeElement !== invalid) invalid?.querySelector<HTMLElement>('input')?.focus();
    const isDone = invalid?.contains(document.activeElement) === true;
    if (!isDone && frames > 0) focusWhenDrawn(place, frames - 1);
  });
}
