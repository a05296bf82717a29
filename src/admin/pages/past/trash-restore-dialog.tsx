import { COLUMNS } from '../../record/record-layout.ts';
import { toNewValues } from '../../record/form/form-values.ts';
import { FieldInput } from '../../record/form/field-slot.tsx';
import { InputsFrame } from '../../resource/inputs-frame.tsx';
import { isDerived } from '../../../fields/type/is-derived.ts';
import type { Field } from '../../../fields/type/field.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import { checkField, emptyOf } from '../../../descriptor/field-check.ts';
import { useForm, useWatch } from 'react-hook-form';
import {
  Box,
  Checkbox,
  DialogContentText,
  FormControlLabel,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, useEffect, useEffectEvent } from 'react';
import { displayTitle } from '../../../descriptor/title.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { capitalise } from '../../client/http.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { RestoreTarget, withTitle } from '../../kit/restore-target.tsx';
import { toListPath, toRecordPath } from '../../kit/screen-paths.ts';
import { Status } from '../../kit/status/status.tsx';
import { TextLink } from '../../kit/text-link.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useFieldLabel, useResource } from '../../kit/use-resource.ts';
import { useSettled } from '../../../fields/screen/use-settled.ui.ts';
import { problemText } from '../../messages/problem-text.ts';
import { useTexts } from '../../messages/texts.ts';
import { headOf } from '../../../fields/text/head-of-path.ts';
import { type Restored, type RestoreOrder, restoreTrashed, type TrashedRecord } from './trash.ts';

type RestoreDialogProps = {
  /** The records to restore. */
  rows: readonly TrashedRecord[];
  /** What a dry run has found. */
  dryRun: Restored;
  isRestoring: boolean;
  onRestore: (order: RestoreOrder) => void;
  onClose: () => void;
};

/** Lists what stands in the way of some records, and restores the others. */
export function RestoreDialog({ rows, dryRun, isRestoring, ...props }: RestoreDialogProps) {
  const { resource } = useResource();
  const { number } = useI18n();
  const { trash: own, cancel } = useTexts('changes');
  const [clear, setClear] = useState(false);
  const [values, setValues] = useState<Values>({});
  const ids = rows.map(({ _id }) => _id);
  const checkedValues = useSettled(values);
  const checkedOrder = { ids, clear, values: checkedValues };
  const again = useQuery({
    queryKey: [resource.name, 'trash', 'dry run', checkedOrder],
    queryFn: () => restoreTrashed(resource, { ...checkedOrder, dryRun: true }),
    initialData: clear || Object.keys(checkedValues).length > 0 ? undefined : dryRun,
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const { data: checked, error, isPending, isFetching } = again;
  const count = checked?.created ?? 0;
  const counted = { count: number(count) };
  const all = { count: number(ids.length) };
  return (
    <DialogFrame
      title={fillTemplate(own.restoreTitle, all)}
      maxWidth="md"
      cancel={cancel}
      action={fillTemplate(own.restoreCount, counted)}
      isDisabled={count === 0}
      isLoading={isRestoring || isFetching}
      focus="cancel"
      // With what was typed last, even if the dry run has not checked it yet.
      onAction={() => props.onRestore({ ids, clear, values })}
      onClose={props.onClose}
    >
      <Status>
        <DialogContentText>{checked && fillTemplate(own.ready, counted)}</DialogContentText>
      </Status>
      {dryRun.problems.some(isMissing) && (
        <FormControlLabel
          control={<Checkbox checked={clear} onChange={(_, is) => setClear(is)} />}
          label={own.clear}
        />
      )}
      <QueryState error={error} isPending={isPending} loading={own.checking} />
      {checked && checked.problems.length > 0 && (
        <Obstacles
          rows={rows}
          problems={checked.problems}
          onRestored={() => void again.refetch()}
        />
      )}
      <RestoreValues problems={dryRun.problems} onChange={setValues} />
    </DialogFrame>
  );
}

/** Whether a record refers to one that is gone. */
function isMissing({ code }: Restored['problems'][number]): boolean {
  return code === 'V014';
}

type ObstaclesProps = {
  rows: readonly TrashedRecord[];
  problems: Restored['problems'];
  /** Another record that was in the way is restored. */
  onRestored: () => void;
};

function Obstacles({ rows, problems, onRestored }: ObstaclesProps) {
  const { resource } = useResource();
  const { trash: own } = useTexts('changes');
  const labelOf = useFieldLabel();
  const byId = new Map(rows.map((row) => [row._id, row]));
  return (
    <Box sx={{ mt: 1.5 }}>
      <Typography component="h3" variant="subtitle2">
        {own.problems}
      </Typography>
      <Box sx={{ overflow: 'auto', maxHeight: 320 }}>
        <Table size="small" aria-label={own.problems}>
          <TableHead>
            <TableRow>
              <TableCell>{own.record}</TableCell>
              <TableCell>{own.field}</TableCell>
              <TableCell>{own.problem}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {problems.map((problem, index) => {
              const row = byId.get(problem._id ?? '');
              return (
                <TableRow key={index}>
                  <TableCell>{row ? displayTitle(resource, row.record) : problem._id}</TableCell>
                  <TableCell>{labelOf(problem.path)}</TableCell>
                  <TableCell>
                    {capitalise(problemText(row ? withTitle(row.titles, problem) : problem))}
                    {row && <Holder row={row} problem={problem} />}
                    {row && (
                      <RestoreTarget
                        field={resource.fields.get(headOf(problem.path))}
                        problem={problem}
                        titles={row.titles}
                        label={own.restoreToo}
                        onRestored={onRestored}
                      />
                    )}
                  </TableCell>
                </TableRow>
              );
            })}
          </TableBody>
        </Table>
      </Box>
    </Box>
  );
}

type HolderProps = { row: TrashedRecord; problem: Restored['problems'][number] };

/** A link to the record that has the `_id` or the unique value by now. */
function Holder({ row, problem: { code, path } }: HolderProps) {
  const { resource, may } = useResource();
  const { trash: own } = useTexts('changes');
  if (String(code) !== '11000' || !may('list')) return null;
  const to =
    path === '_id' || path === ''
      ? toRecordPath(resource, row._id)
      : toListPath(resource, { [path]: row.record[path] });
  return (
    <>
      {' '}
      <TextLink to={to}>{own.holder}</TextLink>
    </>
  );
}

type Values = Readonly<Record<string, unknown>>;

type RestoreValuesProps = {
  /** What stands in the way of the records as they were. */
  problems: Restored['problems'];
  /** Called with the valid values at each key. */
  onChange: (values: Values) => void;
};

/** Asks for the values with which records can come back; nothing if none would help. */
function RestoreValues({ problems, onChange }: RestoreValuesProps) {
  const { resource, writable } = useResource();
  const names = new Set(problems.map(({ path }) => headOf(path)));
  // Only a step changes a state.
  const fields = writable.filter(
    (field) => names.has(field.name) && !isDerived(field) && !resource.states.has(field.name),
  );
  return fields.length > 0 ? <ValuesForm fields={fields} onChange={onChange} /> : null;
}

type ValuesFormProps = Pick<RestoreValuesProps, 'onChange'> & { fields: readonly Field[] };

function ValuesForm({ fields, onChange }: ValuesFormProps) {
  const { trash: own } = useTexts('changes');
  const form = useForm<Record<string, unknown>>({
    defaultValues: toNewValues(fields),
    mode: 'onTouched',
  });
  const text = JSON.stringify(useWatch({ control: form.control }));
  const report = useEffectEvent((typed: Values) => onChange(toValid(fields, typed)));
  useEffect(() => report(JSON.parse(text) as Values), [text]);
  return (
    <Box component="form" onSubmit={(event) => event.preventDefault()} sx={{ mt: 2 }}>
      <DialogContentText sx={{ mb: 1.5 }}>{own.valuesLead}</DialogContentText>
      <InputsFrame form={form}>
        {fields.map((field) => (
          <FieldInput key={field.name} field={field} span={COLUMNS} />
        ))}
      </InputsFrame>
    </Box>
  );
}

function toValid(fields: readonly Field[], values: Values): Values {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const checked = checkField(field, values[field.name]);
      const isGiven = 'value' in checked && !isSameJson(checked.value, emptyOf(field));
      return isGiven ? [[field.name, checked.value]] : [];
    }),
  );
}
