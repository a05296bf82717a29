import DeleteIcon from '@mui/icons-material/DeleteOutline';
import { Autocomplete, Box, IconButton, MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import type { FilterPath } from '../../../descriptor/filter/filter-paths.ts';
import type { FilterTerm } from '../../../descriptor/filter/filter-tree.ts';
import { operators, type Operator, takesList } from '../../../fields/operators.ts';
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
  const label = found ? nameOf(found) : given.path;
  const chooseOperator = (operator: Operator): void => {
    const isSame = operators[operator].takes === operators[term.operator].takes;
    const isFlag = operators[operator].takes === 'flag';
    onChange({ ...term, operator, value: isFlag ? true : isSame ? term.value : '' });
  };
  return (
    <Box role="group" aria-label={translate('grid.condition', { number, label })} sx={rowSx}>
      <Autocomplete
        disableClearable
        size="small"
        options={paths}
        {...(found && { value: found })}
        groupBy={groupOf}
        getOptionLabel={nameOf}
        getOptionKey={({ path }) => path}
        onChange={(_, chosen) =>
          onChange({ path: chosen.path, operator: chosen.operators[0]!, value: '' })
        }
        renderInput={(params) => (
          <TextField {...params} margin="none" label={translate('grid.field')} autoFocus={isNew} />
        )}
        sx={{ flex: '1 1 220px', minWidth: 180 }}
      />
      <TextField
        select
        size="small"
        margin="none"
        label={translate('grid.operator')}
        value={term.operator}
        onChange={(event) => chooseOperator(event.target.value as Operator)}
        sx={{ flex: '0 1 170px', minWidth: 130 }}
      >
        {offered.map((each) => (
          <MenuItem key={each} value={each}>
            {`${operators[each].sign} ${translate(`operators.${each}.name`)}`}
          </MenuItem>
        ))}
      </TextField>
      <Box sx={{ flex: '1 1 200px', minWidth: 150 }}>
        {found && (
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
      >
        <DeleteIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}

const rowSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: 1,
  // Room for the label on the frame of the next input.
  rowGap: 1.5,
  mb: 1.5,
  pb: { xs: 1, md: 0 },
  borderBottom: { xs: 1, md: 0 },
  borderColor: 'divider',
};

/** The value of a condition: chosen if there is something to choose from, typed otherwise. */
function TermValue({ field, term, onChange }: TermValueProps) {
  const { translate, language } = useI18n();
  const options = uiOf(field).options?.(field, language, translate);
  const { takes } = operators[term.operator];
  if (takes === 'flag') return null;
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
  const [text, setText] = useState(() => writeTyped(field, term.operator, term.value));
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
        setText(event.target.value);
        const next = readTyped(field, term.operator, event.target.value);
        onChange(next !== 'nothing' && 'value' in next ? next.value : '');
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
