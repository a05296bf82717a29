import CloseIcon from '@mui/icons-material/Close';
import { Box, ButtonBase, IconButton } from '@mui/material';
import { Fragment, type ReactNode } from 'react';
import { checkField, isMany } from '../../../descriptor/field-check.ts';
import { parseDay, parseToken } from '../../../descriptor/filter/tokens.ts';
import { showDate } from '../../../fields/text/date-format.ts';
import type { Field } from '../../../fields/type/field.ts';
import { operators, type Operator } from '../../../fields/type/operators.ts';
import { FieldValue } from '../../resource/field-value.tsx';
import { RecordTitles } from '../../resource/record-titles.tsx';
import type { FilterEntry, FilterGroup } from './filter-groups.ts';
import { tokenText } from '../../kit/formats/token-text.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

type FilterChipProps = {
  label: string;
  /** The condition, in words. */
  children: ReactNode;
  onEdit: (anchor: HTMLElement) => void;
  onRemove: () => void;
};

/** A condition of the list, which the user can edit and remove. */
export function FilterChip({ label, children, onEdit, onRemove }: FilterChipProps) {
  const { texts } = useI18n();
  return (
    <Box
      sx={chipSx}
      // The value may hold a link of its own, which cannot stand in a button, so the whole chip takes clicks.
      onClick={(event) => onEdit(event.currentTarget)}
    >
      <ButtonBase
        aria-label={fillTemplate(texts.list.editFilter, { label })}
        aria-haspopup="dialog"
        sx={nameSx}
      >
        {label}
      </ButtonBase>
      <Box component="span" sx={valueSx}>
        {children}
      </Box>
      <IconButton
        size="small"
        sx={{ displayPrint: 'none' }}
        aria-label={fillTemplate(texts.list.removeFilter, { label })}
        onClick={(event) => {
          event.stopPropagation();
          onRemove();
        }}
      >
        <CloseIcon sx={{ fontSize: 16 }} />
      </IconButton>
    </Box>
  );
}

type FieldChipProps = Pick<FilterChipProps, 'onEdit' | 'onRemove'> & { group: FilterGroup };

/** The conditions of the list on one field: `Families: Bisphenols`. */
export function FieldChip({ group, ...work }: FieldChipProps) {
  const { say } = useI18n();
  return (
    <FilterChip label={say(group.field.label)} {...work}>
      {withRanges(group.entries).map((entry, index) => (
        <Fragment key={`${entry.path} ${entry.operator}`}>
          {index > 0 && ', '}
          {entry.path !== group.field.name && `${say(entry.field.label)} `}
          <FilterCondition {...entry} />
        </Fragment>
      ))}
    </FilterChip>
  );
}

/** Joins `≥ 100` and `≤ 400` into `100 – 400`. */
function withRanges(entries: readonly FilterEntry[]): readonly FilterEntry[] {
  return entries.flatMap((entry) => {
    const partner = (operator: string) =>
      entries.find((other) => other.path === entry.path && other.operator === operator);
    const [from, to] = [partner('gte'), partner('lte')];
    if (from === undefined || to === undefined) return [entry];
    if (entry === from) return [{ ...entry, operator: 'between', value: [from.value, to.value] }];
    return entry === to ? [] : [entry];
  });
}

const chipSx = {
  display: 'inline-flex',
  alignItems: 'center',
  maxWidth: '100%',
  minHeight: 36,
  px: 0.5,
  borderRadius: 1,
  border: 1,
  borderColor: 'primary.main',
  bgcolor: 'action.selected',
  fontSize: '0.8125rem',
  cursor: 'pointer',
};

const nameSx = {
  flex: 'none',
  minHeight: 28,
  px: 1,
  borderRadius: 1,
  font: 'inherit',
  fontWeight: 600,
  whiteSpace: 'nowrap',
};

// Never shortened: users must be able to read what a list leaves out.
const valueSx = { minWidth: 0, py: 0.5, pr: 0.5, overflowWrap: 'anywhere' };

type FilterConditionProps = { field: Field; operator: Operator; value: unknown };

/** A condition in words: `≥ 2020`, `contains “bis”`, `Ortho-phthalates`. */
export function FilterCondition({ field, operator, value }: FilterConditionProps) {
  const { texts } = useI18n();
  const word = texts.operators[operator].short;
  return (
    <>
      {word !== '' && `${word} `}
      {operators[operator].takes !== 'flag' && (
        <Operand field={field} operator={operator} values={[value].flat()} />
      )}
    </>
  );
}

type OperandProps = { field: Field; operator: Operator; values: readonly unknown[] };

function Operand({ field, operator, values }: OperandProps) {
  const { texts } = useI18n();
  const relation = field.kind.relation?.(field.settings);
  if (['text', 'words'].includes(operators[operator].takes))
    return fillTemplate(texts.values.quoted, { text: values.join(' ') });
  const isWord = values.some((value) => parseToken(field, value) !== undefined);
  if (relation !== undefined && !isWord)
    return <RecordTitles resource={relation.to} ids={values.map(String)} />;
  if (isMany(field) && !isWord) return <FieldValue field={field} value={values} place="list" />;
  return values.map((value, index) => (
    <Fragment key={String(value)}>
      {index > 0 && (operators[operator].takes === 'two' ? ' – ' : ', ')}
      <One field={field} value={value} />
    </Fragment>
  ));
}

/** A token is shown in words, such as `today` or `30 days ago`. */
function One({ field, value }: { field: Field; value: unknown }) {
  const { texts, language } = useI18n();
  const relation = field.kind.relation?.(field.settings);
  const token = parseToken(field, value);
  if (token === 'malformed') return String(value);
  if (token) return value === '$user' ? texts.list.myself : tokenText(token, language);
  if (relation) return <RecordTitles resource={relation.to} ids={[String(value)]} />;
  if (parseDay(field, value) !== undefined) return showDate(String(value));
  // From a link typed by hand: a field cannot draw what is not one of its values.
  if (!('value' in checkField(field, value))) return String(value);
  return <FieldValue field={field} value={value} place="list" />;
}
