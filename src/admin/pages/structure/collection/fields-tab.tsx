import AddIcon from '@mui/icons-material/Add';
import { Box, Button, TextField, Typography } from '@mui/material';
import { useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { Hint } from '../../../kit/hint.tsx';
import { Status } from '../../../kit/status/status.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { AddField } from './add-field.tsx';
import type { CollectionPartProps } from './collection-part.ts';
import { toFieldRows, type FieldRow } from './field-rows.ts';
import { FieldTable } from './field-table.tsx';
import { useLabelOf } from '../settings/use-label-of.ts';

/** The fields of a collection: added, named, ordered and set here. */
export function FieldsTab({ collection, declared }: CollectionPartProps) {
  const texts = useTexts('structure-fields');
  const labelOf = useLabelOf();
  const [search, setSearch] = useSearchParams();
  const rows = useMemo(() => toFieldRows(declared, collection), [declared, collection]);
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed).trim().toLowerCase();
  const isMeant = ({ name, field }: FieldRow): boolean =>
    `${name} ${labelOf(field, name)}`.toLowerCase().includes(words);
  const shown = words === '' ? rows : rows.filter(isMeant);
  // The address opens it for those who come from a list. Here it opens at once, before anything is typed.
  const [adding, setAdding] = useState(search.get('add'));
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 1 }}>
        <Button variant="contained" startIcon={<AddIcon />} onClick={() => setAdding('field')}>
          {texts.add.action}
        </Button>
        <TextField
          type="search"
          label={texts.find}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          sx={{ flex: '0 1 16rem', m: 0 }}
        />
        <Typography component={Status} color="text.secondary">
          {shown.length === 0 && words !== ''
            ? texts.noneFound
            : fillTemplate(texts.count, { count: shown.length })}
        </Typography>
        <Hint sx={{ display: { xs: 'none', md: 'block' } }}>{texts.keys}</Hint>
      </Box>
      <FieldTable {...{ collection, declared, rows }} shown={shown} />
      {adding !== null && (
        <AddField
          {...{ collection, declared, rows }}
          isColumn={adding === 'column'}
          onClose={() => {
            setAdding(null);
            if (search.has('add')) setSearch({}, { replace: true });
          }}
        />
      )}
    </>
  );
}
