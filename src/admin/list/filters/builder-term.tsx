import CloseIcon from '@mui/icons-material/Close';
import { Autocomplete, Box, IconButton, MenuItem, TextField } from '@mui/material';
import { useRef, useState } from 'react';
import type { FilterPath } from '../../../descriptor/filter/filter-paths.ts';
import type { FilterTerm } from '../../../descriptor/filter/filter-tree.ts';
import { operators, type Operator, takesList } from '../../../fields/operators.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import { parseToken } from '../../../descriptor/filter/tokens.ts';
import type { Field } from '../../../fields/field.ts';
import { problemText } from '../../messages/problem-text.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { uiOf } from '../../kit/field-value.tsx';
import { capitalise } from '../../client/http.ts';
import {
  toRecordsTerm,
  recordOperators,
  RecordsValue,
  type TermValueProps,
} from './record-values.tsx';
import { usePathName } from './path-name.ts';
import { readTyped, writeTyped } from './typed-operand.ts';

type BuilderTermProps = {
  term: FilterTerm;
  paths: readonly FilterPath[];
  /** Its position in its group, from 1. */
  number: number;
  /** It was just added, so the focus goes to its field. */
  isNew: boolean;
  onChange: (term: FilterTerm | undefined) => void;
};

/** One condition: the field, the operator and the value. */
export function BuilderTerm(props: BuilderTermProps) {
  const { term: given, paths, number, isNew, onChange } = props;
  const { translate, say } = useI18n();
  const found = paths.find(({ path }) => path === given.path);
  const term = toRecordsTerm(found?.field, given);
  const offered = found ? recordOperators(found.field, found.operators) : [term.operator];
  const groupOf = ({ through, count }: FilterPath): string => {
    if (count) return translate('grid.counts');
    return through
      ? translate('grid.through', { label: say(through.label) })
      : translate('grid.own');
  };
  const nameOf = usePathName();
  const label = found ? nameOf(found) : given.path || translate('grid.no_field');
  const row = useRef<HTMLDivElement>(null);
  const chooseField = ({ path, operators: all }: FilterPath): void => {
    // Plain words are usually part of a text.
    const operator = all.includes('contains') ? 'contains' : all[0]!;
    onChange({ path, operator, value: isFlag(operator) ? true : '' });
    // Once the input of the value is there; the list of fields gives back its focus before that.
    requestAnimationFrame(() => focusValue(row.current));
  };
  const chooseOperator = (operator: Operator): void => {
    const isSame = operators[operator].takes === operators[term.operator].takes;
    onChange({ ...term, operator, value: isFlag(operator) ? true : isSame ? term.value : '' });
  };
  return (
    <Box
      ref={row}
      role="group"
      aria-label={translate('grid.condition', { number, label })}
      sx={rowSx}
    >
      <Autocomplete
        disableClearable={found !== undefined}
        openOnFocus={isNew}
        size="small"
        options={paths}
        value={found ?? null}
        groupBy={groupOf}
        // MUI's own groups hide the options from the list box they belong to.
        renderGroup={({ key, group, children }) => (
          <li key={key} role="group" aria-label={group}>
            <Box aria-hidden sx={groupSx}>
              {group}
            </Box>
            <Box component="ul" role="none" sx={{ p: 0 }}>
              {children}
            </Box>
          </li>
        )}
        getOptionLabel={nameOf}
        getOptionKey={({ path }) => path}
        onChange={(_, chosen) => chosen && chooseField(chosen)}
        renderInput={(params) => (
          <TextField {...params} margin="none" label={translate('grid.field')} autoFocus={isNew} />
        )}
        sx={{ gridColumn: '1 / 3' }}
      />
      {found && (
        <TextField
          select
          size="small"
          margin="none"
          label={translate('grid.operator')}
          value={term.operator}
          onChange={(event) => chooseOperator(event.target.value as Operator)}
          // Alone on its line where no value follows.
          sx={{ gridRow: 2, ...(isFlag(term.operator) && { gridColumn: '1 / 3' }) }}
        >
          {offered.map((each) => (
            <MenuItem key={each} value={each}>
              {`${operators[each].sign} ${translate(`operators.${each}.name`)}`}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Box data-value sx={{ gridRow: 2, gridColumn: '2 / -1', minWidth: 0 }}>
        {found && !isFlag(term.operator) && (
          <TermValue
            key={`${term.path} ${term.operator}`}
            field={found.field}
            term={term}
            onChange={(value) => onChange({ ...term, value })}
          />
        )}
      </Box>
      <IconButton
        size="small"
        aria-label={translate('grid.remove_condition', { label })}
        onClick={() => onChange(undefined)}
        sx={{ gridRow: 1, gridColumn: 3, mt: 0.375 }}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}

// The field on one line, what it must be on the next: the builder stands in a narrow panel.
const rowSx = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) auto',
  gap: 1,
  // Room for the label on the frame of the next input.
  rowGap: 1.25,
  mb: 1.5,
  pb: 1.5,
  borderBottom: 1,
  borderColor: 'divider',
};

const groupSx = { px: 2, py: 0.5, color: 'text.secondary', fontSize: '0.8125rem' };

function isFlag(operator: Operator): boolean {
  return operators[operator].takes === 'flag';
}

function focusValue(row: HTMLElement | null): void {
  const inputs = ':is(input, [role="combobox"]):not([aria-hidden="true"])';
  const operator = '[role="combobox"][aria-haspopup="listbox"]:not(input)';
  const value = row?.querySelector<HTMLElement>(`[data-value] ${inputs}`);
  (value ?? row?.querySelector<HTMLElement>(operator))?.focus();
}

/** The value of a condition: chosen if there is something to choose from, typed otherwise. */
function TermValue({ field, term, onChange }: TermValueProps) {
  const { translate, language } = useI18n();
  const options = uiOf(field).options?.(field, language, translate);
  const { takes } = operators[term.operator];
  const isMany = takes === 'many';
  if (field.kind.relation && isMany) return <RecordsValue {...{ field, term, onChange }} />;
  if (!options || takes === 'two') return <TypedValue {...{ field, term, onChange }} />;
  const chosen = [term.value]
    .flat()
    .filter((value) => value !== '')
    .map(String);
  return (
    <TextField
      select
      size="small"
      margin="none"
      label={translate('grid.value')}
      value={isMany ? chosen : (chosen[0] ?? '')}
      onChange={({ target }) => {
        const texts = [target.value as string | string[]].flat();
        const values = options.filter(({ value }) => texts.includes(String(value)));
        onChange(isMany ? values.map(({ value }) => value) : values[0]?.value);
      }}
      slotProps={{ select: { multiple: isMany } }}
    >
      {options.map(({ value, label }) => (
        <MenuItem key={String(value)} value={String(value)}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}

function TypedValue({ field, term, onChange }: TermValueProps) {
  const { translate } = useI18n();
  const [typed, setTyped] = useState({
    text: writeTyped(field, term.operator, term.value),
    value: term.value,
  });
  // A value that was not typed here comes from a chip, the filter row or the address.
  const isOwn = isSameJson(typed.value, term.value);
  const text = isOwn ? typed.text : writeTyped(field, term.operator, term.value);
  const read = readTyped(field, term.operator, text);
  const problems = read !== 'nothing' && 'problems' in read ? read.problems : [];
  return (
    <TextField
      size="small"
      margin="none"
      label={translate('grid.value')}
      value={text}
      error={problems.length > 0}
      helperText={
        problems[0] ? capitalise(problemText(problems[0])) : hintOf(field, term, translate)
      }
      onChange={(event) => {
        const next = readTyped(field, term.operator, event.target.value);
        const value = next !== 'nothing' && 'value' in next ? next.value : '';
        setTyped({ text: event.target.value, value });
        onChange(value);
      }}
    />
  );
}

/** The words that stand for a value, if the field takes any. */
function hintOf(field: Field, { operator }: FilterTerm, translate: (key: string) => string) {
  const words = ['$user', '$today-30d', '$now-24h', '$year'];
  const word = words.find((each) => {
    const token = parseToken(field, each);
    return token !== undefined && token !== 'malformed';
  });
  const many = takesList(operator) ? translate('grid.commas') : '';
  const token = word === undefined ? '' : `${translate('grid.also')} ${word}`;
  return [many, token].filter(Boolean).join('; ');
}
