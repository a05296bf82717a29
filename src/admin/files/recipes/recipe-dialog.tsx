import { Box, TextField } from '@mui/material';
import { useState } from 'react';
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
import { addRecipe, changeRecipe, type RecipeValues, useSaving } from './recipes.ts';
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
  const recipe = 'id' in of ? of : undefined;
  const [values, setValues] = useState<RecipeValues>({ ...unnamed, ...recipe });
  const { shared, watched = false } = values;
  const name = values.name.trim();
  const change = (changed: Partial<RecipeValues>): void => setValues({ ...values, ...changed });
  const { mutate, isPending, error } = useSaving(
    () => {
      if (!('id' in of)) return addRecipe(resource, { name, shared, ...of });
      return changeRecipe(of, { name, shared, ...(watched !== of.watched && { watched }) });
    },
    (saved) => {
      onSaved?.(saved);
      onClose();
    },
  );
  const isEmpty = Array.isArray(shared) && shared.length === 0;
  return (
    <DialogFrame
      title={recipe ? recipe.name : texts.saveAs}
      maxWidth="xs"
      isForm
      cancel={texts.cancel}
      action={texts.save}
      isLoading={isPending}
      isDisabled={name === '' || isEmpty}
      onAction={() => mutate()}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 1.5, pt: 1 }}>
        <ProblemAlert error={error} />
        <TextField
          autoFocus
          required
          label={texts.name}
          value={values.name}
          onChange={({ target }) => change({ name: target.value })}
          slotProps={{ htmlInput: { maxLength: 200 } }}
          sx={{ m: 0 }}
        />
        <SharingFields
          resource={resource}
          value={shared}
          onChange={(chosen) => change({ shared: chosen })}
        />
        {recipe && (
          <WatchedField
            {...{ resource, name }}
            checked={watched}
            onChange={(is) => change({ watched: is })}
          />
        )}
      </Box>
    </DialogFrame>
  );
}

const unnamed: RecipeValues = { name: '', shared: false };

type WatchedFieldProps = Pick<RecipeDialogProps, 'resource'> & {
  name: string;
  checked: boolean;
  onChange: (is: boolean) => void;
};

/** Whether files in a folder of the server are imported by the recipe, which only admins decide. */
function WatchedField({ resource, name, checked, onChange }: WatchedFieldProps) {
  const texts = useTexts('import-recipes');
  const { descriptor, role } = useConfig();
  const folder = `${resource.name}/${name}`;
  if (resource.name === 'users' || !mayAdminister(descriptor, role)) return null;
  return (
    <>
      <CheckField label={texts.watched} checked={checked} onChange={onChange} />
      {checked && <Hint>{fillTemplate(texts.watchedHint, { folder })}</Hint>}
    </>
  );
}
