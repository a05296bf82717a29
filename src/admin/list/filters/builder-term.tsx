import CloseIcon from '@mui/icons-material/Close';
import { Autocomplete, Box, IconButton, MenuItem, TextField } from '@mui/material';
import { useRef } from 'react';
import type { FilterPath } from '../../../descriptor/filter/filter-paths.ts';
import { EXPRESSION } from '../../../descriptor/filter/expression-term.ts';
import type { FilterTerm } from '../../../descriptor/filter/filter-tree.ts';
import { operators, usualOperator, type Operator } from '../../../fields/type/operators.ts';
import { foldText } from '../../../fields/text/fold-text.ts';
import { toWords } from '../../../fields/text/find-words.ts';
import { useConfig } from '../../client/config.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useTexts } from '../../messages/texts.ts';
import { FieldOrValue } from './field-or-value.tsx';
import { toRecordsTerm, recordOperators } from './term-value.tsx';
import { usePathName } from './path-name.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

type BuilderTermProps = {
  term: FilterTerm;
  paths: readonly FilterPath[];
  othersOf: ((term: FilterTerm) => readonly FilterPath[]) | undefined;
  /** Its position in its group, from 1. */
  number: number;
  /** It was just added, so the focus goes to its field. */
  isNew: boolean;
  onChange: (term: FilterTerm | undefined) => void;
};

/** One condition: the field, the operator and the value; an expression stays as it was written. */
export function BuilderTerm(props: BuilderTermProps) {
  return props.term.path === EXPRESSION ? <ExpressionTerm {...props} /> : <FieldTerm {...props} />;
}

function ExpressionTerm({ term, number, onChange }: BuilderTermProps) {
  const texts = useTexts('app');
  const label = texts.grid.expression;
  return (
    <Box role="group" aria-label={fillTemplate(texts.grid.condition, { number, label })} sx={rowSx}>
      <Box sx={{ gridColumn: '1 / 3', overflowWrap: 'anywhere' }}>
        <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>{label}</Box>{' '}
        <code>{String(term.value)}</code>
      </Box>
      <RemoveButton label={label} onRemove={() => onChange(undefined)} />
    </Box>
  );
}

function RemoveButton({ label, onRemove }: { label: string; onRemove: () => void }) {
  const texts = useTexts('app');
  return (
    <IconButton
      size="small"
      aria-label={fillTemplate(texts.grid.removeCondition, { label })}
      onClick={onRemove}
      sx={{ gridRow: 1, gridColumn: 3, mt: 0.375 }}
    >
      <CloseIcon fontSize="small" />
    </IconButton>
  );
}

function FieldTerm(props: BuilderTermProps) {
  const { term: given, paths, othersOf, number, isNew, onChange } = props;
  const { texts, say } = useI18n();
  const choice = paths.find(({ path }) => path === given.path);
  const term = toRecordsTerm(choice?.field, given);
  const offered = choice ? recordOperators(choice, term) : [term.operator];
  const groupOf = ({ through, count }: FilterPath): string => {
    if (count) return texts.grid.counts;
    return through
      ? fillTemplate(texts.grid.through, { label: say(through.label) })
      : texts.grid.own;
  };
  const nameOf = usePathName();
  const { descriptor } = useConfig();
  const collectionOf = ({ through }: FilterPath): string => {
    const to = through?.kind.relation?.(through.settings).to;
    const related = to === undefined ? undefined : descriptor.resources.get(to);
    return related ? say(related.label) : '';
  };
  const label = choice ? nameOf(choice) : given.path || texts.grid.noField;
  const row = useRef<HTMLDivElement>(null);
  const chooseField = ({ path, operators: all }: FilterPath): void => {
    const operator = usualOperator(all);
    onChange({ path, operator, value: isFlag(operator) ? true : '' });
    // Once the input of the value is there; the list of fields gives back its focus before that.
    requestAnimationFrame(() => focusValue(row.current));
  };
  const chooseOperator = (operator: Operator): void => {
    const isSame = operators[operator].takes === operators[term.operator].takes;
    const value = isSame ? term.value : '';
    onChange({ ...term, operator, value: isFlag(operator) ? true : value });
  };
  return (
    <Box
      ref={row}
      role="group"
      aria-label={fillTemplate(texts.grid.condition, { number, label })}
      sx={rowSx}
    >
      <Autocomplete
        disableClearable={choice !== undefined}
        openOnFocus={isNew}
        size="small"
        options={paths}
        value={choice ?? null}
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
        filterOptions={(all, { inputValue }) => {
          const words = toWords(inputValue);
          return all.filter((path) => {
            const names = foldText(`${nameOf(path)} ${groupOf(path)} ${collectionOf(path)}`);
            return words.every((word) => names.includes(word));
          });
        }}
        getOptionKey={({ path }) => path}
        onChange={(_, chosen) => chosen && chooseField(chosen)}
        renderInput={(params) => (
          <TextField {...params} margin="none" label={texts.grid.field} autoFocus={isNew} />
        )}
        sx={{ gridColumn: '1 / 3' }}
      />
      {choice && (
        <TextField
          select
          size="small"
          margin="none"
          label={texts.grid.operator}
          value={term.operator}
          onChange={(event) => chooseOperator(event.target.value as Operator)}
          // Alone on its line where no value follows.
          sx={{ gridRow: 2, ...(isFlag(term.operator) && { gridColumn: '1 / 3' }) }}
        >
          {offered.map((each) => (
            <MenuItem key={each} value={each}>
              {`${operators[each].sign} ${texts.operators[each].name}`}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Box data-value sx={{ gridRow: 2, gridColumn: '2 / -1', minWidth: 0 }}>
        {choice && !isFlag(term.operator) && (
          <FieldOrValue
            key={term.path}
            field={choice.field}
            term={term}
            offered={offered}
            othersOf={othersOf}
            onChange={(value, operator = term.operator) => onChange({ ...term, operator, value })}
          />
        )}
      </Box>
      <RemoveButton label={label} onRemove={() => onChange(undefined)} />
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
