import EditIcon from '@mui/icons-material/Edit';
import { Box, FormHelperText, IconButton } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import { useId, useMemo, type MouseEvent, type ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { useFormState, useWatch } from 'react-hook-form';
import { checkField } from '../../../descriptor/field-check.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { InputProps } from '../../../fields/type/field-ui.ts';
import { isDerived } from '../../../fields/type/is-derived.ts';
import { problemText } from '../../messages/problem-text.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { inputsOf } from '../../resource/field-inputs.ts';
import { useOwnScreen } from '../../resource/field-look.tsx';
import { FieldValue } from '../../resource/field-value.tsx';
import { writableQualifier } from '../../resource/writable-qualifier.ts';
import { isEmptyValue } from '../../../fields/is-empty-value.ts';
import { COLUMNS } from '../record-layout.ts';
import { useIsBeside } from '../record-place.ts';
import { useResource } from '../../kit/use-resource.ts';
import { Status } from '../../kit/status/status.tsx';
import { asNeeded, valueProblems, isWithin, createLimitsOf, allowedValues } from './form-rules.ts';
import { capitalise } from '../../client/http.ts';
import { Hint } from '../../kit/hint.tsx';
import { DerivedDefault } from './derived-default.tsx';
import { OwnInput } from './own-input.tsx';
import { TargetNotice } from './target-notice.tsx';
import { useTarget } from './use-target.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

/** A field in a form: the input of its type, and under it the warning that its value may have. */
export function FieldInput({
  field,
  span,
  offers: given,
  isBare,
  isNew,
}: {
  field: Field;
  span: number;
  /** Its help stands elsewhere, such as in the head of its column. */
  isBare?: true;
  /** It belongs to a record that does not exist yet. */
  isNew?: boolean;
  /** The values on offer, where no form of a record knows them. */
  offers?: InputProps['offers'];
}) {
  const { say } = useI18n();
  const Input = field.look?.input ? OwnInput : inputsOf(field).Input;
  const needed = isNew ? asNeeded(field) : field;
  const validate = useMemo(() => toValidator(needed), [needed]);
  const own = useOffers(field.name);
  const offers = given ?? own;
  const target = useTarget(field);
  const qualifier = writableQualifier(useResource(), field);
  return (
    <Slot field={field} span={span}>
      <Input
        field={field}
        source={field.name}
        label={say(field.label)}
        {...(field.help === undefined || isBare ? {} : { helperText: say(field.help) })}
        readOnly={false}
        mayGrow
        validate={validate}
        offers={offers}
        target={target}
        qualifier={qualifier}
      />
      {isNew && <DerivedDefault field={field} />}
      {target && <TargetNotice field={field} target={target} />}
      {field.kind.warn && <FieldWarning field={field} />}
    </Slot>
  );
}

/** A new record is not offered values that the role's filter excludes, and no record a state that no step leads to. */
function useOffers(name: string): InputProps['offers'] {
  const { creates, statesFor } = useResource();
  const record = useRecordContext();
  return useMemo(() => {
    const states = statesFor(name, record);
    const limits = record === undefined ? createLimitsOf(creates) : [];
    if (limits.length === 0) return states && offersOf(states);
    return {
      has: (value) => isWithin(limits, name, value) && (states?.includes(value) ?? true),
      values: allowedValues(limits, name),
    };
  }, [creates, statesFor, record, name]);
}

/** Only these values are on offer. */
export function offersOf(values: readonly unknown[]): InputProps['offers'] {
  return { has: (value) => values.includes(value), values };
}

type FieldViewProps = {
  field: Field;
  span: number;
  record: Readonly<Record<string, unknown>>;
  /** Turns the value into its input; none where the user cannot write it. */
  onEdit?: ((field: string) => void) | undefined;
  /** The fields around it are inputs, so it says why it has none. */
  isAmongInputs?: boolean;
  /** No step leads on from its state for the user. */
  isStuck?: boolean;
};

/** A field to read: its label and its value. A click on it edits it. */
export function FieldView(props: FieldViewProps) {
  const { field, span, record, onEdit, isAmongInputs, isStuck } = props;
  const { texts, say } = useI18n();
  const label = useId();
  // Loads it before somebody edits: an input in which they type is not replaced.
  useOwnScreen(field.look?.input);
  const edit = onEdit && (() => onEdit(field.name));
  const value = record[field.name];
  const isNumberToCome = field.numbering !== undefined && isEmptyValue(value);
  return (
    <Slot field={field} span={span} onEdit={edit}>
      <Hint id={label} variant="caption" component="div">
        {say(field.label)}
      </Hint>
      <Box role="group" aria-labelledby={label} sx={valueSx}>
        {isNumberToCome ? (
          <Hint component="span">{texts.form.numbered}</Hint>
        ) : (
          <FieldValue field={field} value={value} place="page" record={record} />
        )}
        {isAmongInputs && isDerived(field) && (
          <FormHelperText sx={{ mt: 0.25 }}>{texts.form.computed}</FormHelperText>
        )}
        {isAmongInputs && isStuck && (
          <FormHelperText sx={{ mt: 0.25 }}>{texts.form.noStep}</FormHelperText>
        )}
      </Box>
      {edit && (
        <IconButton
          data-edit
          size="small"
          aria-label={fillTemplate(texts.form.editField, { field: say(field.label) })}
          title={fillTemplate(texts.form.editField, { field: say(field.label) })}
          onClick={edit}
          sx={editSx}
        >
          <EditIcon sx={{ fontSize: 16 }} />
        </IconButton>
      )}
    </Slot>
  );
}

/** Long texts are as wide as they read well. */
const valueSx = { overflowWrap: 'anywhere', maxWidth: '72ch', pb: 1, minHeight: 24 };

const editSx = {
  position: 'absolute',
  top: 0,
  right: 0,
  width: 28,
  height: 28,
  displayPrint: 'none',
  opacity: 0,
  color: 'text.secondary',
  '[data-field]:hover > &, &:focus-visible': { opacity: 1 },
  // A finger has nothing to point with, and touches the value itself.
  '@media (hover: none)': { '&:not(:focus-visible)': { visibility: 'hidden' } },
};

function FieldWarning({ field }: { field: Field }) {
  const value = useWatch({ name: field.name }) as unknown;
  const { touchedFields, dirtyFields } = useFormState({ name: field.name });
  const checked = checkField(field, value);
  // A warning appears when an error would, too: a half-typed value deserves neither.
  const isTyped = Boolean(dirtyFields[field.name]) && !touchedFields[field.name];
  const warning = !isTyped && 'warning' in checked ? checked.warning : undefined;
  return (
    <FormHelperText
      // Announces only warnings about typed values: nobody wants to hear every warning on opening a record.
      component={dirtyFields[field.name] ? Status : 'p'}
      sx={{ color: 'warning.main', mt: 0, ml: 1.75 }}
    >
      {warning && capitalise(problemText(warning))}
    </FormHelperText>
  );
}

type SlotProps = {
  field: Field;
  span: number;
  /** A click on anything but a link or a button in it, or on selected text. */
  onEdit?: (() => void) | undefined;
  children: ReactNode;
};

/** A place on the form's grid: `span` of its columns where all columns fit. */
function Slot({ field, span, onEdit, children }: SlotProps) {
  const half = span > COLUMNS / 2 ? COLUMNS : COLUMNS / 2;
  const isBeside = useIsBeside();
  const click = ({ target, currentTarget }: MouseEvent<HTMLElement>): void => {
    const own = target instanceof Element ? target.closest(NOT_TEXT) : null;
    const isOwn = own !== null && currentTarget.contains(own);
    if (!isOwn && window.getSelection()?.isCollapsed !== false) onEdit?.();
  };
  return (
    <Box
      data-field={field.name}
      {...(onEdit && { 'data-writable': true, onClick: click })}
      sx={{
        gridColumn: `span ${COLUMNS}`,
        // By the room of the section: a record or a file may stand beside the page.
        [`@container (min-width: ${TWO_COLUMNS}px)`]: { gridColumn: `span ${half}` },
        [`@container (min-width: ${ALL_COLUMNS}px)`]: {
          gridColumn: `span ${isBeside ? half : span}`,
        },
        minWidth: 0,
        breakInside: 'avoid',
        ...(onEdit && writableSx),
      }}
    >
      {children}
    </Box>
  );
}

/** From which width of the grid, in pixels, two fields fit beside each other, and from which the narrow ones. */
const TWO_COLUMNS = 500;
const ALL_COLUMNS = 700;

const NOT_TEXT = 'a, button, summary, input, [role="button"]';

const writableSx = {
  position: 'relative',
  cursor: 'text',
  borderRadius: 1,
  // The frame of a value that is pointed at stands outside of it: the text keeps its place.
  '&:hover': {
    bgcolor: 'action.hover',
    boxShadow: ({ palette }: Theme) => `0 0 0 6px ${palette.action.hover}`,
  },
};

/** The validator that an input runs while the user types. react-admin marks its label by the flag. */
export function toValidator(field: Field): (value: unknown) => string | undefined {
  const validate = (value: unknown): string | undefined => {
    const [first] = valueProblems(field, value);
    return first && capitalise(problemText(first));
  };
  return Object.assign(validate, { isRequired: field.required });
}
