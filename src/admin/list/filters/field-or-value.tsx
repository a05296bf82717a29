import { Button, MenuItem, TextField } from '@mui/material';
import { otherField, type FilterTerm } from '../../../descriptor/filter/filter-tree.ts';
import type { FilterPath } from '../../../descriptor/filter/filter-paths.ts';
import { equality, operators, type Operator } from '../../../fields/type/operators.ts';
import { useTexts } from '../../messages/texts.ts';
import { usePathName } from './path-name.ts';
import { TermValue, type OfferedProps } from './term-value.tsx';

type FieldOrValueProps = OfferedProps & {
  othersOf: ((term: FilterTerm) => readonly FilterPath[]) | undefined;
};

/** What a condition compares with: a value, or another field of the same record. */
export function FieldOrValue({ othersOf = () => [], ...props }: FieldOrValueProps) {
  const { grid } = useTexts('app');
  const nameOf = usePathName();
  const { term, offered, onChange } = props;
  // By default, a text contains another one, but a field can only be compared as a whole.
  const takesOne = (each: Operator): boolean => operators[each].takes === 'one';
  const comparing =
    [term.operator, ...offered].find(takesOne) ??
    // Records are picked as a list.
    equality.find((each) => operators[each].ofMany === term.operator) ??
    term.operator;
  const others = othersOf({ ...term, operator: comparing });
  const { takes } = operators[term.operator];
  const other = otherField(term.value);
  const isField = other !== undefined;
  if (others.length === 0 && !isField) return <TermValue key={takes} {...props} />;
  const isKnown = !other || others.some(({ path }) => path === other);
  const names = others.map((each) => [each.path, nameOf(each)] as const);
  return (
    <>
      {isField ? (
        <TextField
          select
          size="small"
          margin="none"
          label={grid.otherField}
          value={other}
          onChange={({ target }) => onChange({ $field: target.value }, comparing)}
        >
          {(isKnown ? names : [[other, other] as const, ...names]).map(([path, name]) => (
            <MenuItem key={path} value={path}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      ) : (
        <TermValue key={takes} {...props} />
      )}
      <Button size="small" onClick={() => onChange(isField ? '' : { $field: '' }, comparing)}>
        {isField ? grid.compareValue : grid.compareField}
      </Button>
    </>
  );
}
