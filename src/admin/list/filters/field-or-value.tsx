import { Button, MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { otherField } from '../../../descriptor/filter/filter-tree.ts';
import type { FilterPath } from '../../../descriptor/filter/filter-paths.ts';
import { useTexts } from '../../messages/texts.ts';
import { usePathName } from './path-name.ts';
import { TermValue, type OfferedProps } from './term-value.tsx';

type FieldOrValueProps = OfferedProps & { others: readonly FilterPath[] };

/** What a condition compares with: a value, or another field of the same record. */
export function FieldOrValue({ others, ...props }: FieldOrValueProps) {
  const { grid } = useTexts('app');
  const nameOf = usePathName();
  const { term, onChange } = props;
  const other = otherField(term.value);
  const [isField, setField] = useState(other !== undefined);
  if (others.length === 0 && other === undefined) return <TermValue {...props} />;
  const isKnown = other === undefined || others.some(({ path }) => path === other);
  const names = others.map((each) => [each.path, nameOf(each)] as const);
  return (
    <>
      {isField ? (
        <TextField
          select
          size="small"
          margin="none"
          label={grid.otherField}
          value={other ?? ''}
          onChange={({ target }) => onChange({ $field: target.value })}
        >
          {(isKnown ? names : [[other, other] as const, ...names]).map(([path, name]) => (
            <MenuItem key={path} value={path}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      ) : (
        <TermValue {...props} />
      )}
      <Button
        size="small"
        onClick={() => {
          setField(!isField);
          onChange('');
        }}
      >
        {isField ? grid.compareValue : grid.compareField}
      </Button>
    </>
  );
}
