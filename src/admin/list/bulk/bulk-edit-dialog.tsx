import {
  Alert,
  Autocomplete,
  Box,
  DialogContentText,
  FormHelperText,
  IconButton,
  TextField,
} from '@mui/material';
import CloseIcon from '@mui/icons-material/Close';
import { useEffect, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { checkField, emptyOf } from '../../../descriptor/field-check.ts';
import type { TextEdit } from '../../../descriptor/text-edit.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { RecordSet } from '../../client/bulk.ts';
import type { Filters } from '../../client/list-query.ts';
import { Hint } from '../../kit/hint.tsx';
import { useCount } from '../../resource/use-count.ts';
import { Status } from '../../kit/status/status.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { BulkDialog, useBulkRun } from '../../resource/bulk-dialog.tsx';
import { CheckField } from '../../resource/check-field.tsx';
import { InputsFrame } from '../../resource/inputs-frame.tsx';
import { writableQualifier } from '../../resource/writable-qualifier.ts';
import { EXACT } from '../../../fields/type/qualifier-of.ts';
import { useResource } from '../../kit/use-resource.ts';
import { offersOf } from '../../record/form/field-slot.tsx';
import { useSettledUploads } from '../../uploads/form-uploads.ts';
import type { BulkDialogProps } from './bulk-delete-dialog.tsx';
import { BulkField, isWhole } from './bulk-field.tsx';
import { inputsIn } from '../grid/editing/start-typing.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

const offersIn = (states: readonly unknown[] | undefined) => states && offersOf(states);

/** Changes fields of many records at once: only the fields that the user names here. */
export function BulkEditDialog({ chosen, count, of, onClose }: BulkDialogProps) {
  const view = useResource();
  const { resource, role, writable } = view;
  const { texts, say, number } = useI18n();
  const run = useBulkRun();
  const [fields, setFields] = useState<readonly Field[]>([]);
  const [edits, setEdits] = useState<ReadonlyMap<string, TextEdit>>(new Map());
  const [isOnlyEmpty, setOnlyEmpty] = useState(false);
  const form = useForm<Record<string, unknown>>({ mode: 'onTouched', shouldUnregister: false });
  const statesOf = (field: Field): readonly unknown[] | undefined =>
    resource.states
      .get(field.name)
      ?.transitions.filter(({ roles }) => roles.includes(role))
      .map(({ step }) => step.to);
  const offered = writable
    .filter((field) => !field.unique && !fields.includes(field))
    .filter((field) => statesOf(field)?.length !== 0);
  const add = (field: Field): void => {
    form.setValue(field.name, emptyOf(field));
    setFields([...fields, field]);
  };
  const edit = (name: string, next: TextEdit | undefined): void =>
    setEdits(
      new Map([...edits].filter(([each]) => each !== name).concat(next ? [[name, next]] : [])),
    );
  const remove = (field: Field): void => {
    setFields(fields.filter((each) => each !== field));
    edit(field.name, undefined);
  };
  const rows = useRef<HTMLDivElement>(null);
  const last = fields.at(-1)?.name;
  useEffect(() => {
    const row = last === undefined ? null : rows.current?.lastElementChild;
    if (row instanceof HTMLElement) inputsIn(row)[0]?.focus();
  }, [last]);
  const settleUploads = useSettledUploads(form.control);
  const optional = edits.size === 0 ? optionalField(fields, chosen) : undefined;
  const onlyEmpty = isOnlyEmpty ? optional : undefined;
  const filter: Filters = 'filter' in chosen ? chosen.filter : { _id_in: chosen.ids };
  const submit = async (): Promise<void> => {
    if (!(await settleUploads())) return;
    const data: Record<string, unknown> = {};
    for (const field of fields.filter(({ name }) => !edits.has(name))) {
      const checked = checkField(field, form.getValues(field.name));
      if ('problems' in checked) return void form.trigger();
      data[field.name] = checked.value;
    }
    // A number without a sign is exact in all of them.
    for (const { name, required } of fields.flatMap(
      (field) => writableQualifier(view, field) ?? [],
    ))
      data[name] ??= form.getValues(name) ?? (required ? EXACT : null);
    const records = onlyEmpty
      ? { filter: { ...filter, [`${onlyEmpty.name}_null`]: true } }
      : chosen;
    await run.run({
      action: 'update',
      ...records,
      data,
      ...(edits.size > 0 && { edits: Object.fromEntries(edits) }),
    });
  };
  const counted = { count: number(count) };
  return (
    <BulkDialog
      run={run}
      title={fillTemplate(texts.grid.bulkEditTitle, counted)}
      done="updated"
      action={fillTemplate(texts.grid.bulkEditDo, counted)}
      onRun={() => void submit()}
      isDisabled={
        fields.length === 0 ||
        ![...edits.values()].every(isWhole) ||
        // Without the condition, values would be overwritten that the user wants to keep.
        (isOnlyEmpty && !optional)
      }
      onClose={onClose}
    >
      <DialogContentText sx={{ mb: 1.5 }}>{texts.grid.bulkEditText}</DialogContentText>
      {count < of && (
        <Alert severity="info" sx={{ mb: 1.5 }}>
          {fillTemplate(texts.list.mayUpdate, { count: number(count), of: number(of) })}
        </Alert>
      )}
      <InputsFrame form={form}>
        <div ref={rows}>
          {fields.map((field) => (
            <Box key={field.name} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <BulkField
                  field={field}
                  offers={offersIn(statesOf(field))}
                  edit={edits.get(field.name)}
                  onEdit={(next) => edit(field.name, next)}
                />
                {canCount(chosen) && canBeEmpty(field) && (
                  <FilledNow field={field} filter={filter} of={count} />
                )}
              </Box>
              <IconButton
                size="small"
                aria-label={fillTemplate(texts.grid.leaveField, { label: say(field.label) })}
                onClick={() => remove(field)}
                sx={{ mt: 1.25 }}
              >
                <CloseIcon fontSize="small" />
              </IconButton>
            </Box>
          ))}
        </div>
      </InputsFrame>
      {(isOnlyEmpty || fields.some(canBeEmpty)) && (
        <OnlyEmpty
          isChosen={isOnlyEmpty}
          isPossible={optional !== undefined}
          onChoose={setOnlyEmpty}
        />
      )}
      <Autocomplete
        key={fields.length}
        size="small"
        openOnFocus={fields.length === 0}
        options={offered}
        getOptionLabel={(field) => say(field.label)}
        getOptionKey={(field) => field.name}
        onChange={(_, field) => field && add(field)}
        renderInput={(params) => (
          // Without a field there is nothing else to do here.
          <TextField {...params} label={texts.grid.addField} autoFocus={fields.length === 0} />
        )}
      />
    </BulkDialog>
  );
}

/** Whether a filter can ask for a value, of which a required field always has one. */
function canBeEmpty({ kind, required }: Field): boolean {
  return !required && kind.filter.operators.includes('null');
}

/** The field of which only the empty values can be changed. Of several fields, a record can have some. */
function optionalField(fields: readonly Field[], chosen: RecordSet): Field | undefined {
  const [single, ...others] = fields;
  const isFilterable = 'filter' in chosen || chosen.ids.length <= MOST_FILTERED_IDS;
  return single && others.length === 0 && isFilterable && canBeEmpty(single) ? single : undefined;
}

type OnlyEmptyProps = {
  isChosen: boolean;
  isPossible: boolean;
  onChoose: (isChosen: boolean) => void;
};

/** Leaves the records alone in which the field has a value. Once chosen it stays in sight, with the reason if it cannot be done. */
function OnlyEmpty({ isChosen, isPossible, onChoose }: OnlyEmptyProps) {
  const { texts, number } = useI18n();
  const id = useId();
  return (
    <Box sx={{ mb: 1 }}>
      <CheckField
        checked={isChosen}
        disabled={!isPossible && !isChosen}
        describedBy={isPossible ? undefined : id}
        onChange={onChoose}
        label={texts.grid.onlyEmpty}
      />
      {!isPossible && (
        <FormHelperText id={id} error={isChosen} component={Status} sx={{ mt: 0 }}>
          {fillTemplate(texts.grid.onlyEmptySingle, { count: number(MOST_FILTERED_IDS) })}
        </FormHelperText>
      )}
    </Box>
  );
}

/** The most values of a condition that the server accepts. */
const MOST_FILTERED_IDS = 1000;

/** More ids are too long for an address. */
const MOST_IDS = 100;

function canCount(chosen: RecordSet): boolean {
  return 'filter' in chosen || chosen.ids.length <= MOST_IDS;
}

/** In how many of the records the field has a value, which the new one replaces. */
function FilledNow({ field, filter, of }: { field: Field; filter: Filters; of: number }) {
  const { texts, number } = useI18n();
  const { data } = useCount({ ...filter, [`${field.name}_nnull`]: true });
  return (
    <Hint variant="caption" component={Status} sx={{ mb: 1 }}>
      {data !== undefined &&
        data > 0 &&
        fillTemplate(texts.grid.filledNow, {
          filled: number(data),
          count: number(of),
        })}
    </Hint>
  );
}
