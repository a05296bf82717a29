import { Alert, Paper } from '@mui/material';
import { useEffect, useEffectEvent, useMemo, useRef, type FocusEvent } from 'react';
import { FormGroupsProvider, RecordContextProvider, SourceContextProvider } from 'react-admin';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { checkField, emptyOf, isMany } from '../../../../descriptor/field-check.ts';
import type { Field } from '../../../../fields/field.ts';
import { useText } from '../../../messages/use-text.ts';
import { inputsOf } from '../../../kit/field-inputs.ts';
import { toValidator } from '../../../record/field-slot.tsx';
import { inputsIn, isCombobox, isMenu } from './editor-inputs.ts';
import type { Press } from '../grid-store.ts';
import type { Onward } from './onward.ts';
import { startTyping, whenShown } from './start-typing.ts';
import { useEditorKeys } from './use-editor-keys.ts';

type CellEditorProps = {
  field: Field;
  value: unknown;
  /** The letter that opened the cell; it replaces what is in it. */
  typed: string | undefined;
  /** What was pressed before the input was open; whoever asks has it, and asks once. */
  takeWaiting: () => readonly Press[];
  /** Why it cannot be saved as things are. */
  trouble: string | undefined;
  /** Why what was typed is not taken over, for who does not see it. */
  onRefused: (said: string) => void;
  onTake: (value: unknown, onward: Onward) => void;
  onCancel: () => void;
};

/** The input of the field's own type, over its cell. Enter and Tab take the value over, Escape leaves it as it was. */
export function CellEditor(props: CellEditorProps) {
  const { field, value, typed, takeWaiting, trouble, onRefused, onTake, onCancel } = props;
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

  // Said again when it is refused again: a region that stays as it is says nothing.
  const refuse = (said: string): void => {
    onRefused('');
    setTimeout(onRefused, 50, said);
  };
  const hasTrouble = trouble !== undefined;
  const tellTrouble = useEffectEvent(() => onRefused(trouble ?? ''));
  useEffect(() => {
    if (hasTrouble) tellTrouble();
  }, [hasTrouble]);
  const isLeft = useRef(false);
  const take = (onward: Onward, evenIfWrong = false): void => {
    if (isLeft.current) return;
    const focused = document.activeElement as HTMLElement | null;
    // Some inputs tell what was typed last only when they are left.
    if (frame.current?.contains(focused)) focused?.blur();
    const given: unknown = form.getValues(field.name);
    const checked = checkField(field, given);
    const isStuck = trouble !== undefined || !('value' in checked);
    isLeft.current = !isStuck || evenIfWrong;
    if ('value' in checked && isLeft.current) onTake(checked.value, onward);
    else if (evenIfWrong) onTake(given, onward);
    else {
      focused?.focus();
      void form.trigger(field.name);
      refuse(trouble ?? validate(given) ?? '');
    }
  };
  const keys = useEditorKeys({
    frame,
    isQuick: typed !== undefined,
    take,
    cancel() {
      isLeft.current = true;
      onCancel();
    },
  });
  const takeElsewhere = useEffectEvent(() => take('away', true));
  useEffect(() => {
    const look = (event: PointerEvent): void => {
      if (isElsewhere(frame.current, event.target)) takeElsewhere();
    };
    document.addEventListener('pointerdown', look, true);
    return () => document.removeEventListener('pointerdown', look, true);
  }, []);
  const wasMenuOpened = useRef(false);
  const isShownLate = !isMany(field) && typeof value === 'string';
  const start = useEffectEvent(() => {
    if (frame.current === null) return;
    wasMenuOpened.current = startTyping(frame.current, typed, takeWaiting());
    frame.current.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  useEffect(() => {
    // What is typed from then on goes into the input itself.
    if (frame.current) whenShown(frame.current, isShownLate, start);
  }, []); // oxlint-disable-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies

  /** Whoever is done with the menu is done with the cell. */
  const leaveMenu = ({ target }: FocusEvent): void => {
    if (wasMenuOpened.current && isMenu(target)) take('here');
  };
  const before = useRef<unknown>(form.getValues(field.name));
  const now: unknown = useWatch({ control: form.control, name: field.name });
  const choose = useEffectEvent(() => {
    keys.settle();
    const [input, ...others] = frame.current ? inputsIn(frame.current) : [];
    const isChoice = isCombobox(input) && others.length === 0 && !isMany(field);
    if (isChoice && now !== emptyOf(field) && now !== '') take('here');
  });
  useEffect(() => {
    if (now !== before.current) choose();
    before.current = now;
  }, [now]);

  return (
    <Paper
      ref={frame}
      elevation={6}
      className="g-editor"
      {...keys.events}
      onFocus={leaveMenu}
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
      {hasTrouble && (
        <Alert severity="warning" sx={{ py: 0 }}>
          {trouble}
        </Alert>
      )}
    </Paper>
  );
}

/** Is a click meant for something else than this input and what it has opened: its list, its menu, its calendar? */
function isElsewhere(frame: HTMLElement | null, target: EventTarget | null): boolean {
  if (!(target instanceof Element) || frame?.contains(target)) return false;
  return target.closest('[role="listbox"], [role="presentation"], [role="dialog"]') === null;
}
