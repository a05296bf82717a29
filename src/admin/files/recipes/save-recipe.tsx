import { Button } from '@mui/material';
import { useState } from 'react';
import type { Job, JobRequest, Recipe } from '../../../contract/jobs.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { toRecipeRequest } from './recipe-choice.ts';
import { RecipeDialog } from './recipe-dialog.tsx';

type SaveRecipeProps = {
  job: Job;
  request: JobRequest;
  /** The id of the text that says why the settings cannot be saved yet. */
  blockedBy?: string | undefined;
  onSaved?: (recipe: Recipe) => void;
};

/** Saves the settings of an import under a name. */
export function SaveRecipe({ job, request, blockedBy, onSaved }: SaveRecipeProps) {
  const { saveAs } = useTexts('import-recipes');
  const { resource, may } = useResource();
  const [isOpen, setOpen] = useState(false);
  if (!may('import')) return null;
  const of = { request: toRecipeRequest(request), job: job.id };
  return (
    <>
      <Button
        variant="outlined"
        disabled={blockedBy !== undefined}
        aria-describedby={blockedBy}
        onClick={() => setOpen(true)}
      >
        {saveAs}
      </Button>
      {isOpen && (
        <RecipeDialog
          resource={resource}
          of={of}
          onClose={() => setOpen(false)}
          {...(onSaved && { onSaved })}
        />
      )}
    </>
  );
}
