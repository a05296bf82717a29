import { Box, FormHelperText, TableCell, TableRow } from '@mui/material';
import {
  memo,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import type { Identifier } from 'react-admin';
import { useFormState } from 'react-hook-form';
import type { Field } from '../../../fields/type/field.ts';
import { FilePlaceContext } from '../../../fields/files/file-place.ui.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { FieldValue } from '../../resource/field-value.tsx';
import { isEmptyValue } from '../../../fields/is-empty-value.ts';
import { Hint } from '../../kit/hint.tsx';
import { InputsFrame } from '../../resource/inputs-frame.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { FieldInput } from '../form/field-slot.tsx';
import { unplaced } from '../form/form-problems.tsx';
import { toGivenValues } from '../form/form-rules.ts';
import { toFormValues, type Values } from '../form/form-values.ts';
import { toAskedField, useDependentChecks, useFieldStates } from '../form/use-field-states.ts';
import { useHints } from '../form/use-hints.ts';
import { useRecordForm, type RecordForm } from '../use-record-form.ts';
import { useSeen } from '../use-seen.ts';
import { toCellProps, type LineColumns } from './line-columns.ts';
import { LineButtons } from './line-buttons.tsx';
import { LineNotice } from './line-notice.tsx';
import type { Line, Lines } from './lines.ts';

type LineRowProps = {
  lines: Lines;
  line: Line;
  /** Such as “Order lines 2”. */
  name: string;
  columns: LineColumns;
  /** The reference to the record of the form, and that record; none while it is new. */
  by: { path: string; id: Identifier | undefined };
  actions: Record<'remove' | 'undoRemoval', (line: Line, name: string) => void> & {
    move(key: string, name: string, by: number): void;
  };
  /** Whether the user may set the order of the lines. */
  isMovable: boolean;
  /** It has inputs even before it is seen. */
  isFirst: boolean;
};

/** A line: the inputs of its columns, and below them the rest of its fields and its problems. */
export const LineRow = memo(function LineRow({ by, ...props }: LineRowProps) {
  const { lines, line } = props;
  const { key, record, typed, copyOf } = line;
  const view = useResource();
  const { path, id } = by;
  const [initial] = useState((): Values => {
    if (record) return toFormValues(view.readable, record);
    const fields = view.writable.filter((field) => field.name !== path);
    return { ...toGivenValues(fields, view.creates), ...typed, ...(id && { [path]: id }) };
  });
  const work = useRecordForm(record, initial, path);
  const { form } = work;
  useLayoutEffect(() => lines.connect(key, work), [lines, key, work]);
  const applyTyped = useEffectEvent(() => {
    for (const [field, value] of Object.entries((record && typed) ?? {}))
      form.setValue(field, value);
  });
  useLayoutEffect(() => applyTyped(), []);
  useEffect(() => {
    const subscription = form.watch(() => lines.touch());
    return () => subscription.unsubscribe();
  }, [form, lines]);
  return (
    <InputsFrame form={form} record={work.base}>
      <FilePlaceContext
        value={copyOf === undefined ? undefined : { resource: view.resource.name, record: copyOf }}
      >
        <LineParts work={work} {...props} />
      </FilePlaceContext>
    </InputsFrame>
  );
});

type LinePartsProps = Omit<LineRowProps, 'by'> & { work: RecordForm };

function LineParts(props: LinePartsProps) {
  const { work, lines, line, name, columns, actions, isMovable } = props;
  const view = useResource();
  const row = useRef<HTMLTableRowElement>(null);
  const { cell, rest, isOpen, setOpened, problems } = useLineFields(props, row);
  const mayRemove = work.base === undefined || view.mayWith('delete', work.base);
  return (
    <>
      <TableRow
        role="row"
        ref={row}
        aria-label={name}
        data-line={line.key}
        data-removed={line.isRemoved}
      >
        {columns.shown.map((field) => (
          <TableCell key={field.name} role="cell" {...toCellProps(view, field)}>
            {cell(field, true)}
          </TableCell>
        ))}
        <TableCell role="cell" data-buttons>
          <LineButtons
            line={line}
            name={name}
            more={rest.length > 0 ? { isOpen, onToggle: () => setOpened(!isOpen) } : undefined}
            onRemove={mayRemove ? () => actions.remove(line, name) : undefined}
            onUndo={() => actions.undoRemoval(line, name)}
            isMovable={isMovable}
            onMove={(by) => actions.move(line.key, name, by)}
          />
        </TableCell>
      </TableRow>
      {(isOpen || problems.length > 0 || line.theirs !== undefined) && (
        <TableRow role="row" data-below>
          <TableCell role="cell" colSpan={columns.shown.length + 1}>
            {line.theirs !== undefined && (
              <LineNotice lines={lines} line={line} name={name} work={work} />
            )}
            {problems.map((text) => (
              <FormHelperText key={text} error role="alert">
                {text}
              </FormHelperText>
            ))}
            {isOpen && <MoreFields name={name} fields={rest} cell={cell} />}
          </TableCell>
        </TableRow>
      )}
    </>
  );
}

/** The cells of a line, the fields that it shows on demand, and the problems that no input of it shows. */
function useLineFields(
  { work, isFirst, lines, line, columns }: LinePartsProps,
  row: RefObject<HTMLTableRowElement | null>,
) {
  const view = useResource();
  const { say } = useI18n();
  const { errors } = useFormState<Values>();
  const states = useFieldStates(work);
  // A line as it is stored would ask for an answer that changes nothing.
  useHints(work, !line.isRemoved && (work.base === undefined || work.isDirty()));
  useDependentChecks(work);
  const marked = Object.keys(errors).join();
  useEffect(() => {
    if (marked !== undefined) lines.touch();
  }, [lines, marked]);
  const { base } = work;
  const isOpenFor = base === undefined || view.mayWith('update', base);
  const isSeen = useSeen(row, isFirst || base === undefined || marked !== '');
  const isEdited = isOpenFor && isSeen && !line.isRemoved;
  const [wasOpened, setOpened] = useState(false);
  const isShown = ({ name }: Field): boolean => states.get(name)?.shown !== false;
  const inputOf = (field: Field) =>
    isEdited ? toAskedField(view, field, { base, states }).inputField : undefined;
  const rest = isEdited ? columns.rest.filter(isShown) : [];
  const isOpen = rest.length > 0 && (wasOpened || rest.some(({ name }) => errors[name]));
  const inputs = [...columns.shown, ...(isOpen ? rest : [])].filter(inputOf);
  const cell = (field: Field, isBare?: true) => {
    if (!isShown(field)) return null;
    const input = inputOf(field);
    return input ? (
      <FieldInput field={input} span={6} isNew={base === undefined} {...(isBare && { isBare })} />
    ) : (
      <LineValue field={field} values={{ ...base, ...work.form.getValues() }} />
    );
  };
  const problems = unplaced(errors, work.fields, inputs, ({ label }) => say(label));
  return { cell, rest, isOpen, setOpened, problems };
}

/** A value that cannot be changed. On a card, which has no column heads, it has its label. */
function LineValue({ field, values }: { field: Field; values: Values }) {
  const { texts: app, say } = useI18n();
  const value = values[field.name];
  return (
    <Box data-value>
      <Hint variant="caption" component="div" data-label>
        {say(field.label)}
      </Hint>
      {field.numbering !== undefined && isEmptyValue(value) ? (
        <Hint component="span">{app.form.numbered}</Hint>
      ) : (
        <FieldValue field={field} value={value} place="page" record={values} />
      )}
    </Box>
  );
}

type MoreFieldsProps = {
  name: string;
  fields: readonly Field[];
  cell: (field: Field) => ReactNode;
};

function MoreFields({ name, fields, cell }: MoreFieldsProps) {
  const texts = useTexts('lines');
  return (
    <Box
      role="group"
      aria-label={fillTemplate(texts.moreFields, { line: name })}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
        columnGap: 2,
        rowGap: 1,
        pt: 1,
      }}
    >
      {fields.map((field) => (
        <Box key={field.name} sx={{ display: 'contents' }}>
          {cell(field)}
        </Box>
      ))}
    </Box>
  );
}
