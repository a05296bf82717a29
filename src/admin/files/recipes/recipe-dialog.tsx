import { Box, TextField } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { JobRequest, Recipe } from '../../../contract/jobs.ts';
import { mayAdminister } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useConfig } from '../../client/config.tsx';
import { CheckField } from '../../resource/check-field.tsx';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { Hint } from '../../kit/hint.tsx';
import { useTexts } from '../../messages/texts.ts';
import { ProblemAlert } from '../problem-alert.tsx';
import { addRecipe, changeRecipe, useReload } from './recipes.ts';
import { SharingFields } from './sharing-fields.tsx';

type RecipeDialogProps = {
  resource: Resource;
  /** A recipe whose name and sharing change; or the settings of an import, for a new one. */
  of: Recipe | { request: JobRequest; job: string };
  onClose: () => void;
  onSaved?: (recipe: Recipe) => void;
};

/** The name of a recipe, and with whom it is shared. */
export function RecipeDialog({ resource, of, onClose, onSaved }: RecipeDialogProps) {
  const texts = useTexts('import-recipes');
  const { descriptor, role } = useConfig();
  const recipe = 'id' in of ? of : undefined;
  const [name, setName] = useState(recipe?.name ?? '');
  const [shared, setShared] = useState(recipe?.shared ?? false);
  const [watched, setWatched] = useState(recipe?.watched ?? false);
  const notify = useNotify();
  const reload = useReload();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const values = { name: name.trim(), shared };
      if (!('id' in of)) return addRecipe(resource, { ...values, ...of });
      return changeRecipe(of, { ...values, ...(watched !== of.watched && { watched }) });
    },
    onSuccess: async (saved) => {
      notify(texts.saved, { type: 'success' });
      await reload();
      onSaved?.(saved);
      onClose();
    },
    onError: () => void reload(),
  });
  const isEmpty = Array.isArray(shared) && shared.length === 0;
  return (
    <DialogFrame
      title={recipe ? recipe.name : texts.saveAs}
      maxWidth="xs"
      isForm
      cancel={texts.cancel}
      action={texts.save}
      isLoading={isPending}
      isDisabled={name.trim() === '' || isEmpty}
      onAction={() => mutate()}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 1.5, pt: 1 }}>
        <ProblemAlert error={error} />
        <TextField
          autoFocus
          required
          label={texts.name}
          value={name}
          onChange={(event) => setName(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 200 } }}
          sx={{ m: 0 }}
        />
        <SharingFields resource={resource} value={shared} onChange={setShared} />
        {recipe && resource.name !== 'users' && mayAdminister(descriptor, role) && (
          <>
            <CheckField label={texts.watched} checked={watched} onChange={setWatched} />
            {watched && (
              <Hint>
                {fillTemplate(texts.watchedHint, { folder: `${resource.name}/${name.trim()}` })}
              </Hint>
            )}
          </>
        )}
      </Box>
    </DialogFrame>
  );
}
