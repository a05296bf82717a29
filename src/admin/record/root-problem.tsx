import { Alert, Box } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useFormState, type FieldErrors } from 'react-hook-form';
import type { Field } from '../../fields/field.ts';
import { useText } from '../messages/use-text.ts';
import type { LaidTab } from './record-layout.ts';
import { useFieldStates, withoutHidden } from './use-field-states.ts';
import type { RecordForm } from './use-record-form.ts';

type RootProblemProps = {
  work: RecordForm;
  tabs: readonly LaidTab[];
  isWritable: (name: string) => boolean;
};

/** What is wrong with the record as a whole, and what no input of this form can show beside itself. */
export function RootProblem({ work, tabs, isWritable }: RootProblemProps) {
  const { errors } = useFormState();
  const say = useText();
  const states = useFieldStates(work);
  const shown = withoutHidden(tabs, states).flatMap(({ fields }) => fields);
  const inputs = shown.filter(({ name }) => isWritable(name) && !states.get(name)?.readOnly);
  const whole = errors.root?.serverError?.message;
  const lines = [
    ...(whole ? [whole] : []),
    ...unplaced(errors, work.fields, inputs, ({ label }) => say(label)),
  ];
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

/** Of an object only its parts have inputs: neither the whole nor a part that is no longer declared. */
function unplaced(
  errors: FieldErrors,
  fields: readonly Field[],
  inputs: readonly Field[],
  label: (field: Field) => string,
): string[] {
  return Object.entries(errors).flatMap(([name, error]) => {
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
}
