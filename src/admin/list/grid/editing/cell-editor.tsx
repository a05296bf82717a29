import { useEffect, useState, useEffectEvent, useMemo, useRef, type FocusEvent } from 'react';
import { useNotify, type RaRecord } from 'react-admin';
import { Alert, Paper } from '@mui/material';
import { useForm, useWatch } from 'react-hook-form';
import type { InputProps } from '../../../../fields/type/field-ui.ts';
import { FilePlaceContext } from '../../../../fields/files/file-place.ui.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { checkField, emptyOf, isMany } from '../../../../descriptor/field-check.ts';
import { onServerEvent } from '../../../client/events/server-events.ts';
import { useDocumentEvent } from '../../../kit/keys/key-press.ts';
import { useResource } from '../../../kit/use-resource.ts';
import { useText } from '../../../messages/use-text.ts';
import { InputsFrame } from '../../../resource/inputs-frame.tsx';
import { inputsOf } from '../../../resource/field-inputs.ts';
import { writableQualifier } from '../../../resource/writable-qualifier.ts';
import { offersOf, toValidator } from '../../../record/form/field-slot.tsx';
import { useTarget } from '../../../record/form/use-target.ts';
import { hasUploads, uploadsOf, type FormUploads } from '../../../uploads/form-uploads.ts';
import { useGrid } from '../grid-context.tsx';
import { followUploads, useReport } from './cell-uploads.ts';
import type { Press } from '../grid-store.ts';
import { inputsIn, isCombobox, isMenu, startTyping, whenInputReady } from './start-typing.ts';
import { type AfterCommit, useEditorKeys } from './use-editor-keys.ts';
import { useTexts } from '../../../messages/texts.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';

type OpenCellProps = {
  record: RaRecord;
  /** The record with the values that its cells show. */
  values: RaRecord;
  field: Field;
  value: unknown;
  typed: string | undefined;
};

/** The cell being edited. */
export function OpenCell({ record, values, field, value, typed }: OpenCellProps) {
  const { commands, store } = useGrid();
  const isGone = useIsGone(record);
  const texts = useTexts('app');
  const notify = useNotify();
  const report = useReport(document.querySelector('.g-grid'));
  const view = useResource();
  const states = view.statesFor(field.name, record);
  const qualifier = writableQualifier(view, field);
  return (
    <CellEditor
      record={record}
      field={field}
      offers={states && offersOf(states)}
      value={value}
      qualifier={qualifier && { field: qualifier, value: values[qualifier.name] }}
      typed={typed}
      takeWaiting={() => {
        const { editing } = store.get();
        if (editing?.waiting === undefined) return [];
        store.set({ editing: { ...editing, waiting: undefined } });
        return editing.waiting;
      }}
      trouble={isGone ? texts.grid.gone : undefined}
      onRefused={(said) => store.set({ announcement: said })}
      onUploading={(uploads, valueOf, direction) => {
        const { leave, write } = commands.current;
        leave(direction);
        void followUploads({ store, record, field, write, report }, uploads, valueOf);
      }}
      onTake={(next, direction, sign) => {
        const changes = [{ record, name: field.name, value: next }];
        if (qualifier) changes.push({ record, name: qualifier.name, value: sign });
        if (!isGone) return commands.current.take(changes, direction);
        // The value can no longer be saved, but must not be lost either.
        const lost = typeof next === 'string' ? next : field.kind.text.write(next, field.settings);
        notify(fillTemplate(texts.grid.goneTyped, { typed: lost }), {
          type: 'warning',
          autoHideDuration: null,
        });
        commands.current.cancel();
      }}
      onCancel={() => commands.current.cancel()}
    />
  );
}

/** Whether somebody has deleted the record meanwhile. */
function useIsGone({ id }: RaRecord): boolean {
  const { resource } = useResource();
  const [isGone, setGone] = useState(false);
  useEffect(
    () =>
      onServerEvent((event) => {
        if (event.event !== 'record.deleted' && event.event !== 'record.created') return;
        const { resource: name, _id } = event.data;
        // A deleted record may be restored.
        if (name === resource.name && _id === String(id)) setGone(event.event === 'record.deleted');
      }),
    [resource, id],
  );
  return isGone;
}

type CellEditorProps = {
  /** The other values of the row. */
  record: RaRecord;
  field: Field;
  offers: InputProps['offers'];
  value: unknown;
  /** The field beside a number that makes it a bound, which is edited with it. */
  qualifier: { field: Field; value: unknown } | undefined;
  /** The letter that opened the cell; it replaces the present value. */
  typed: string | undefined;
  /** Returns what was pressed before the input was open, once; the caller then owns it. */
  takeWaiting: () => readonly Press[];
  /** Why the value cannot be saved at present. */
  trouble: string | undefined;
  /** Announces why the typed value was refused, for users who do not see it. */
  onRefused: (message: string) => void;
  /** The user leaves the cell while files are being uploaded. */
  onUploading: (uploads: FormUploads, valueOf: () => unknown, direction: AfterCommit) => void;
  onTake: (value: unknown, direction: AfterCommit, qualifier: unknown) => void;
  onCancel: () => void;
};

/** The input of the field's own type, over its cell. Enter and Tab commit the value, Escape restores it. */
function CellEditor(props: CellEditorProps) {
  const { record, field, offers, value, qualifier, typed, takeWaiting } = props;
  const { trouble, onRefused, onUploading, onTake, onCancel } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { name: resource } = useResource().resource;
  const place = useMemo(() => ({ resource, record: String(record.id) }), [resource, record.id]);
  const beside = qualifier?.field;
  const form = useForm({
    defaultValues: {
      [field.name]: value ?? emptyOf(field),
      ...(beside && { [beside.name]: qualifier?.value ?? emptyOf(beside) }),
    },
    mode: 'onChange',
  });
  const signOf = (): unknown => beside && form.getValues(beside.name);
  const { getValues } = form;
  const validate = useMemo(
    () => (beside ? validateBoth(field, beside, getValues) : toValidator(field)),
    [field, beside, getValues],
  );

  // Announces a repeated refusal again: a region whose text does not change is silent.
  const refuse = (message: string): void => {
    onRefused('');
    setTimeout(onRefused, 50, message);
  };
  const hasTrouble = trouble !== undefined;
  const reportTrouble = useEffectEvent(() => onRefused(trouble ?? ''));
  useEffect(() => {
    if (hasTrouble) reportTrouble();
  }, [hasTrouble]);
  const isLeft = useRef(false);
  const commit = (direction: AfterCommit, evenIfWrong = false): void => {
    if (isLeft.current) return;
    const focused = document.activeElement as HTMLElement | null;
    // Some inputs report the last typed text only on blur.
    if (frame.current?.contains(focused)) focused?.blur();
    if (hasUploads(form.control)) {
      isLeft.current = true;
      const valueOf = (): unknown => form.getValues(field.name);
      return onUploading(uploadsOf(form.control), valueOf, direction);
    }
    const given: unknown = form.getValues(field.name);
    const checked = checkField(field, given);
    const isRight = 'value' in checked && (!beside || validate(given) === undefined);
    isLeft.current = evenIfWrong || (isRight && !hasTrouble);
    if (isLeft.current) return onTake(isRight ? checked.value : given, direction, signOf());
    focused?.focus();
    void form.trigger(field.name);
    refuse(trouble ?? validate(given) ?? '');
  };
  const keys = useEditorKeys({
    frame,
    isQuick: typed !== undefined,
    take: commit,
    cancel() {
      isLeft.current = true;
      uploadsOf(form.control).removeAll();
      onCancel();
    },
  });
  const commitOutside = ({ target }: Event): void => {
    if (isElsewhere(frame.current, target)) commit('away', true);
  };
  useDocumentEvent('pointerdown', commitOutside, true);
  const wasMenuOpened = useRef(false);
  const isShownLate = !isMany(field) && typeof value === 'string';
  const start = useEffectEvent(() => {
    if (frame.current === null) return;
    keepInside(frame.current);
    wasMenuOpened.current = startTyping(frame.current, typed, takeWaiting());
    frame.current.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  const startWhenReady = useEffectEvent(() => {
    // From then on, keys go into the input itself.
    if (frame.current) whenInputReady(frame.current, isShownLate, start);
  });
  useEffect(() => startWhenReady(), []);

  /** Leaving the menu also leaves the cell. */
  const leaveMenu = ({ target }: FocusEvent): void => {
    if (wasMenuOpened.current && isMenu(target)) commit('here');
  };
  const before = useRef<unknown>(form.getValues(field.name));
  const now: unknown = useWatch({ control: form.control, name: field.name });
  const choose = useEffectEvent(() => {
    keys.settle();
    const [input, ...others] = frame.current ? inputsIn(frame.current) : [];
    const isChoice = isCombobox(input) && others.length === 0 && !isMany(field);
    if (isChoice && now !== emptyOf(field) && now !== '') commit('here');
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
      <FilePlaceContext value={place}>
        <InputsFrame form={form}>
          <EditorInput {...{ record, field, validate, offers }} qualifier={beside} />
        </InputsFrame>
      </FilePlaceContext>
      {hasTrouble && (
        <Alert severity="warning" sx={{ py: 0 }}>
          {trouble}
        </Alert>
      )}
    </Paper>
  );
}

/** The sign and the number share one input here, so a problem of the sign appears at the number. */
function validateBoth(field: Field, beside: Field, valueOf: (name: string) => unknown) {
  const [own, other] = [toValidator(field), toValidator(beside)];
  return (value: unknown): string | undefined => own(value) ?? other(valueOf(beside.name));
}

type EditorInputProps = Pick<InputProps, 'field' | 'validate' | 'offers' | 'qualifier'> & {
  record: RaRecord;
};

function EditorInput({ record, ...props }: EditorInputProps) {
  const { field } = props;
  const { Input } = inputsOf(field);
  const say = useText();
  const target = useTarget(field, record);
  const label = say(field.label);
  return <Input {...{ ...props, label, target }} source={field.name} readOnly={false} />;
}

/** An input that is wider than its cell grows to the left where it would widen the grid. */
function keepInside(frame: HTMLElement): void {
  const grid = frame.closest('.g-grid')?.getBoundingClientRect();
  if (grid && frame.getBoundingClientRect().right > grid.right)
    Object.assign(frame.style, { left: 'auto', right: '-1px' });
}

/** Whether a click is outside this input and everything it has opened: its list, its menu, its calendar. */
function isElsewhere(frame: HTMLElement | null, target: EventTarget | null): boolean {
  if (!(target instanceof Element) || frame?.contains(target)) return false;
  return target.closest('[role="listbox"], [role="presentation"], [role="dialog"]') === null;
}
