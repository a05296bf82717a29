import { Paper } from '@mui/material';
import { useEffect, useEffectEvent, useMemo, useRef, type KeyboardEvent } from 'react';
import { FormGroupsProvider, RecordContextProvider, SourceContextProvider } from 'react-admin';
import { FormProvider, useForm } from 'react-hook-form';
import { checkField, emptyOf } from '../../../descriptor/field-check.ts';
import type { Field } from '../../../fields/field.ts';
import { useText } from '../../use-text.ts';
import { inputsOf } from '../../views/field-inputs.ts';
import { toValidator } from '../../views/record/field-slot.tsx';
import { isElsewhere } from './is-elsewhere.ts';
import { startTyping } from './start-typing.ts';

/** Where to go on when a value is taken over. */
export type Onward = 'stay' | 'down' | 'up' | 'next' | 'previous';

type CellEditorProps = {
  field: Field;
  value: unknown;
  /** What was typed before the input was there; it replaces what is in the cell. */
  typed: string | undefined;
  onTake: (value: unknown, onward: Onward) => void;
  onCancel: () => void;
};

/** The input of the field's own type, over its cell. Enter and Tab take the value over, Escape leaves it as it was. */
export function CellEditor({ field, value, typed, onTake, onCancel }: CellEditorProps) {
  const say = useText();
  const frame = useRef<HTMLDivElement>(null);
  const form = useForm({
    defaultValues: { [field.name]: value ?? emptyOf(field) },
    mode: 'onChange',
  });
  const sources = useMemo(
    () => ({ getSource: (source: string) => source, getLabel: (source: string) => source }),
    [],
  );
  const validate = useMemo(() => toValidator(field), [field]);
  const { Input } = inputsOf(field);

  const take = (onward: Onward, evenIfWrong = false): void => {
    const given: unknown = form.getValues(field.name);
    const checked = checkField(field, given);
    if ('value' in checked) onTake(checked.value, onward);
    else if (evenIfWrong) onTake(given, onward);
    else void form.trigger(field.name);
  };
  const takeElsewhere = useEffectEvent(() => take('stay', true));
  useEffect(() => {
    const look = (event: PointerEvent): void => {
      if (isElsewhere(frame.current, event.target)) takeElsewhere();
    };
    document.addEventListener('pointerdown', look, true);
    return () => document.removeEventListener('pointerdown', look, true);
  }, []);
  useEffect(() => {
    if (frame.current) startTyping(frame.current, typed);
    frame.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // What is typed from now on goes into the input itself.
  }, []); // oxlint-disable-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies

  const press = (event: KeyboardEvent): void => {
    // A menu of the input is drawn elsewhere on the page, and has its own use for keys; so has an open list.
    const target = event.target as HTMLElement;
    event.stopPropagation();
    if (!frame.current?.contains(target) || event.nativeEvent.isComposing) return;
    const isListOpen = target.getAttribute('aria-expanded') === 'true';
    const isNewLine = target.tagName === 'TEXTAREA' && (event.altKey || event.shiftKey);
    const onward = onwardOf(event);
    if (event.key === 'Escape' && !isListOpen) onCancel();
    else if (event.key === 'Enter' && isNewLine) return;
    else if (onward && !(isListOpen && event.key === 'Enter')) take(onward);
    else return;
    event.preventDefault();
  };

  return (
    <Paper
      ref={frame}
      elevation={6}
      className="g-editor"
      onKeyDownCapture={press}
      onDoubleClick={(event) => event.stopPropagation()}
      onMouseDown={(event) => event.stopPropagation()}
    >
      <RecordContextProvider value={undefined}>
        <SourceContextProvider value={sources}>
          <FormProvider {...form}>
            <FormGroupsProvider>
              <Input
                field={field}
                source={field.name}
                label={say(field.label)}
                readOnly={false}
                validate={validate}
              />
            </FormGroupsProvider>
          </FormProvider>
        </SourceContextProvider>
      </RecordContextProvider>
    </Paper>
  );
}

function onwardOf({ key, shiftKey }: KeyboardEvent): Onward | undefined {
  if (key === 'Enter') return shiftKey ? 'up' : 'down';
  if (key === 'Tab') return shiftKey ? 'previous' : 'next';
  return undefined;
}
