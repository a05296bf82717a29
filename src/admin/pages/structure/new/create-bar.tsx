import { Box, Button } from '@mui/material';
import { useId } from 'react';
import { useNavigate } from 'react-router-dom';
import type { DescriptorFiles, Edited } from '../../../../descriptor/edits/open-files.ts';
import { Hint } from '../../../kit/hint.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import type { CollectionDetails } from './use-collection-details.ts';

type CreateBarProps = {
  details: CollectionDetails;
  /** What the person must still do. */
  missing: string | undefined;
  make: (files: DescriptorFiles) => Edited;
  /** The collection is in the draft. */
  onAdded: () => void;
};

/** Adds the collection to the draft, and shows what it would do. */
export function CreateBar({ details, missing, make, onAdded }: CreateBarProps) {
  const texts = useTexts('structure-new');
  const draft = useStructureDraft();
  const navigate = useNavigate();
  const id = useId();
  const note = details.isReady ? missing : texts.missingName;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      <Button
        variant="contained"
        disabled={note !== undefined}
        aria-describedby={id}
        onClick={() => {
          if (!draft.edit(make)) return;
          onAdded();
          void navigate(`/structure/${details.name}?view=review`);
        }}
      >
        {texts.create}
      </Button>
      <Hint id={id}>{note ?? texts.createHint}</Hint>
    </Box>
  );
}
