import { Box } from '@mui/material';
import { isEmptyValue } from '../../is-empty-value.ts';
import type { Field } from '../../type/field.ts';
import type { CellProps, FieldUi } from '../../type/field-ui.ts';
import { textIn } from '../../problems/localized-text.ts';
import { partUis } from '../../part-uis.ui.ts';
import { useLanguage } from '../../screen/texts.ui.ts';
import { TruncatedLine } from '../../screen/line-cell.ui.tsx';
import { requireValue } from '../../require-entry.ts';

export const objectUi: FieldUi = { Cell: ObjectCell, width: () => 'wide' };

function ObjectCell({ field, value, place }: CellProps) {
  const language = useLanguage();
  const members = value as Record<string, unknown>;
  const filled = partsOf(field).flatMap((part) => {
    const member = members[part.name];
    return isEmptyValue(member) ? [] : [{ part, label: textIn(part.label, language), member }];
  });
  if (place === 'list') {
    return (
      <TruncatedLine place={place}>
        {filled.map(({ part, label, member }, index) => (
          <Box key={part.name} component="span" title={label}>
            {index > 0 && ' · '}
            <Part part={part} value={member} place={place} record={members} />
          </Box>
        ))}
      </TruncatedLine>
    );
  }
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'max-content 1fr',
        columnGap: 2,
        rowGap: 0.5,
      }}
    >
      {filled.map(({ part, label, member }) => (
        <Box key={part.name} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0 }}>
            <Part part={part} value={member} place={place} record={members} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function Part({ part, ...props }: { part: Field } & Omit<CellProps, 'field'>) {
  const { Cell } = requireValue(
    (partUis as Readonly<Record<string, FieldUi>>)[part.type],
    part.type,
  );
  return <Cell field={part} {...props} />;
}

export function partsOf(field: Field): Field[] {
  return [...(field.kind.parts?.(field.settings).values() ?? [])];
}
