import type { ClipboardEvent } from 'react';
import {
  AutocompleteArrayInput,
  ReferenceArrayInput,
  useNotify,
  useWrappedSource,
} from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { FieldInputs, InputProps } from '../../type/field-ui.ts';
import { useReferences } from '../../type/reference-context.tsx';
import { ReferenceFilter } from '../reference/reference.input.tsx';
import {
  HiddenRecords,
  useRecordOptions,
  useHiddenRecords,
} from '../../screen/record-options.ui.tsx';
import { TextsInput } from '../../screen/texts-input.ui.tsx';
import { writeInput } from '../../text/write-input.ts';
import type { Field } from '../../type/field.ts';
import { useFirstChips, useChipLabel } from '../../screen/use-first-chips.ui.tsx';

export const referencesInputs: FieldInputs = { Input: ReferencesField, Filter: ReferenceFilter };

/** A user without read permission on the other resource can still enter the records' `_id`s. */
function ReferencesField(props: InputProps) {
  const isReadable = useReferences().mayRead(props.field.settings.to);
  return isReadable ? <RecordsInput {...props} /> : <TextsInput {...props} />;
}

function RecordsInput(props: InputProps) {
  const { reference, options, titleOf, first } = useRecordOptions(
    props.field.settings.to,
    props.target,
  );
  return (
    <ReferenceArrayInput source={props.source} {...reference}>
      <ChosenRecords
        {...props}
        helperText={first ?? props.helperText}
        options={options}
        titleOf={titleOf}
      />
    </ReferenceArrayInput>
  );
}

type ChosenRecordsProps = Omit<InputProps, 'helperText'> & {
  helperText: string | undefined;
} & Pick<ReturnType<typeof useRecordOptions>, 'options' | 'titleOf'>;

function ChosenRecords(props: ChosenRecordsProps) {
  const { field, source, label, helperText, validate, options, titleOf } = props;
  const { ids, hidden, shown, set } = useHiddenRecords(source);
  const onPaste = usePastedNames(field, source);
  return (
    <>
      <AutocompleteArrayInput
        {...options}
        {...useFirstChips(titleOf)}
        {...useChipLabel(source)}
        label={label}
        helperText={helperText ?? false}
        validate={validate}
        onPaste={onPaste}
        parse={(chosen: readonly string[]) => withHidden(ids, chosen, hidden)}
      />
      <HiddenRecords ids={shown} onRemove={() => set(ids.filter((id) => !hidden.includes(id)))} />
    </>
  );
}

/**
 * In the order they had, new ones at the end. A change adds one or removes some: an addition keeps all the others,
 * because the input may not show them, or not show them yet.
 */
function withHidden(
  before: readonly string[],
  chosen: readonly string[],
  hidden: readonly string[],
): string[] {
  const added = chosen.filter((id) => !before.includes(id));
  if (added.length > 0) return [...before, ...added];
  return before.filter((id) => chosen.includes(id) || hidden.includes(id));
}

/**
 * Adds the records that a pasted list names, as the grid does. The names that are not clear stay in the input, which
 * searches for them. A text with commas only may be one name. If it is not a list of known names, the input searches for it.
 */
function usePastedNames(field: Field, source: string) {
  const { read } = useReferences();
  const { getValues, setValue } = useFormContext();
  const name = useWrappedSource(source);
  const notify = useNotify();
  const add = async (input: HTMLInputElement, text: string): Promise<void> => {
    const { value, refused, partly } = await read(field, text);
    if (refused !== undefined && !/[|;]/.test(text)) return;
    if (refused !== undefined) notify(refused, { type: 'warning' });
    const added = refused === undefined ? (value as readonly string[]) : (partly?.clear ?? []);
    const before = (getValues(name) ?? []) as readonly string[];
    const all = [...new Set([...before, ...added])];
    writeInput(input, refused === undefined ? '' : (partly?.rest ?? text));
    if (added.length === 0) return;
    setValue(name, all, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  };
  return (event: ClipboardEvent): void => {
    const { target } = event;
    const pasted = event.clipboardData.getData('text/plain').trim();
    if (!(target instanceof HTMLInputElement) || !/[\n|;,]/.test(pasted)) return;
    // A line of an input would join the lines.
    if (pasted.includes('\n')) event.preventDefault();
    const text = pasted.replaceAll(/\s*\n\s*/g, ' | ');
    add(target, text).catch((error: Error) => notify(error.message, { type: 'error' }));
  };
}
