import { Box, Button } from '@mui/material';
import { useId, useRef, useState } from 'react';
import { type Location, useNavigate } from 'react-router-dom';
import type { DescriptorFiles, Edited } from '../../../../descriptor/edits/open-files.ts';
import { Hint } from '../../../kit/hint.tsx';
import { toStructurePath } from '../../../kit/screen-paths.ts';
import { announce } from '../../../kit/status/announcer.ts';
import { UnsavedChanges } from '../../../kit/unsaved-changes.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { applyAtOnce } from '../draft/at-once.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { removeCreated } from '../draft/created.ts';
import type { CollectionDetails } from './use-collection-details.ts';

type CreateBarProps = {
  details: CollectionDetails;
  /** Whether the person has entered something besides the details. */
  isBegun: boolean;
  /** What the person must still do. */
  missing: string | undefined;
  make: (files: DescriptorFiles) => Edited;
  /** Whether to apply it without another question, if the draft has no other change. */
  isAtOnce?: boolean;
  /** The collection is in the draft. */
  onAdded?: () => void;
};

/** Adds the collection to the draft, and shows what it would do. */
export function CreateBar({ details, isBegun, missing, make, ...rest }: CreateBarProps) {
  const { isAtOnce = false, onAdded = doNothing } = rest;
  const texts = useTexts('structure-new');
  const draft = useStructureDraft();
  const navigate = useNavigate();
  const id = useId();
  const note = details.nameProblem ?? (details.isReady ? missing : texts.missingName);
  const [isTried, setTried] = useState(false);
  const usual = isAtOnce && !draft.canReview ? texts.importHint : texts.createHint;
  const isAdded = useRef(false);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      <UnsavedChanges
        isDirty={() => !isAdded.current && (isBegun || details.isTouched)}
        placeOf={placeOfForm}
        onLeave={doNothing}
      />
      <Button
        variant="contained"
        aria-describedby={id}
        onClick={() => {
          if (note !== undefined) {
            setTried(true);
            announce(note);
            return;
          }
          const isAlone = !draft.canReview;
          if (!draft.edit(make)) return;
          isAdded.current = true;
          removeCreated(details.name);
          applyAtOnce(isAtOnce && isAlone ? details.name : undefined);
          onAdded();
          void navigate(`${toStructurePath(details.name)}?view=review`);
        }}
      >
        {isAtOnce ? texts.createAndImport : texts.create}
      </Button>
      {/* The input of the name shows its problem. */}
      {details.nameProblem === undefined && (
        <Hint id={id} color={isTried && note !== undefined ? 'error' : 'text.secondary'}>
          {note ?? usual}
        </Hint>
      )}
    </Box>
  );
}

const doNothing = (): void => undefined;

/** The other ways to begin, the review and another empty form are in place of the form. */
function placeOfForm({ pathname, search, key }: Location): string {
  return `${pathname}${search} ${key}`;
}
