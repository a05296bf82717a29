import { Box, Typography } from '@mui/material';
import { useState } from 'react';
import { addCollection } from '../../../../descriptor/edits/new-collection.ts';
import { useTexts } from '../../../messages/texts.ts';
import { NameInputs, PlaceInputs } from './collection-details.tsx';
import { CreateBar } from './create-bar.tsx';
import { emptyField, type FieldDraft, nameFields, toDeclaration } from './collection-draft.ts';
import { FieldInputs } from './field-inputs.tsx';
import { TitleSelect } from './title-select.tsx';
import { useCollectionDetails } from './use-collection-details.ts';
import { useLack } from './use-lack.ts';

/** A collection from its first fields. */
export function FromNothing() {
  const texts = useTexts('structure-new');
  const details = useCollectionDetails();
  const [fields, setFields] = useState<readonly FieldDraft[]>([emptyField()]);
  const [titleKey, setTitle] = useState('');
  const { name, label, languages, group, permissions, file } = details;
  const named = nameFields(name, fields, languages);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
      <NameInputs details={details} />
      <Typography variant="h3">{texts.fields}</Typography>
      <FieldInputs fields={fields} onChange={setFields} />
      <TitleSelect {...{ named, titleKey }} onChange={setTitle} />
      <PlaceInputs details={details} />
      <CreateBar
        details={details}
        isBegun={named.length > 0}
        missing={useLack(named)}
        make={(files) => {
          const first = named[0]?.field.key ?? '';
          const value = toDeclaration({
            name,
            label,
            fields,
            languages,
            group,
            titleKey: titleKey || first,
            permissions: permissions.rights,
          });
          return addCollection(files, { name, value }, file);
        }}
      />
    </Box>
  );
}
