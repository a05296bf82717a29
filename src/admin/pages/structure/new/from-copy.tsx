import { Box } from '@mui/material';
import { useState } from 'react';
import { copyCollection } from '../../../../descriptor/edits/new-collection.ts';
import { asObject } from '../../../../descriptor/read/draft.ts';
import { Hint } from '../../../kit/hint.tsx';
import { NativeSelect } from '../../../kit/native-select.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { useLabelOf } from '../settings/use-label-of.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { NameInputs, PlaceInputs } from './collection-details.tsx';
import { CreateBar } from './create-bar.tsx';
import { SAME, useCollectionDetails } from './use-collection-details.ts';

/** A copy of another collection, without its records. */
export function FromCopy() {
  const texts = useTexts('structure-new');
  const { declared = {} } = useStructureDraft();
  const labelOf = useLabelOf();
  const details = useCollectionDetails(SAME);
  const [from, setFrom] = useState('');
  const { name, label, group, like, permissions } = details;
  const others = Object.entries(asObject(declared['resources'])).filter(
    ([other]) => other !== 'users',
  );
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
      <Box sx={{ display: 'grid', maxWidth: 372 }}>
        <NativeSelect
          label={texts.copied}
          value={from}
          none={texts.choose}
          options={others.map(([other, one]) => [other, labelOf(one, other)] as const)}
          onChange={setFrom}
        />
      </Box>
      <Hint>{texts.copyHint}</Hint>
      <NameInputs details={details} />
      <PlaceInputs details={details} isCopy />
      <CreateBar
        details={details}
        isBegun={from !== ''}
        missing={from === '' ? texts.missingCopy : undefined}
        make={(files) =>
          copyCollection(files, from, {
            name,
            changes: {
              label,
              ...(group !== '' && { group }),
              ...(like !== SAME && { permissions: permissions.rights }),
            },
          })
        }
      />
    </Box>
  );
}
