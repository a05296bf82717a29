import type { Recipe } from '../../contract/jobs.ts';
import { Alert, Box, Button, TextField } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { fillTemplate } from '../../fields/fill-template.ts';
import { CheckField } from '../kit/check-field.tsx';
import { useConfig } from '../client/config.tsx';
import { useNotifyError } from '../client/use-notify-error.ts';
import { saveRecipe } from './jobs.ts';
import { useTexts } from '../messages/texts.ts';

type RecipeNoteProps = { recipe: Recipe; isTaken: boolean; onTake: (takes: boolean) => void };

/** Says that the settings are those of an earlier file, and lets its owner name and share them. */
export function RecipeNote({ recipe, isTaken, onTake }: RecipeNoteProps) {
  const { recipe: texts } = useTexts('files');
  const { user } = useConfig();
  return (
    <Alert severity="info" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      {isTaken && (
        <Box sx={{ overflowWrap: 'anywhere' }}>
          {fillTemplate(texts.applied, { name: recipe.name })}
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1 }}>
        {isTaken && recipe.owner === user._id && <Naming key={recipe.name} recipe={recipe} />}
        <Button size="small" variant="outlined" onClick={() => onTake(!isTaken)}>
          {isTaken ? texts.without : texts.with}
        </Button>
      </Box>
    </Alert>
  );
}

function Naming({ recipe }: { recipe: Recipe }) {
  const { recipe: texts } = useTexts('files');
  const queries = useQueryClient();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const [name, setName] = useState(recipe.name);
  const [shared, setShared] = useState(recipe.shared === true);
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveRecipe(recipe, { name: name.trim(), shared }),
    onError: notifyError,
    onSuccess: async () => {
      notify(texts.saved, { type: 'success', messageArgs: { _: texts.saved } });
      await queries.invalidateQueries({ queryKey: ['job-look'] });
    },
  });
  const isChanged = name.trim() !== recipe.name || shared !== recipe.shared;
  return (
    <>
      <TextField
        size="small"
        label={texts.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 200 } }}
        sx={{ m: 0, minWidth: 220 }}
      />
      <CheckField label={texts.shared} checked={shared} onChange={setShared} />
      <Button
        size="small"
        disabled={!isChanged || name.trim() === ''}
        loading={isPending}
        onClick={() => mutate()}
      >
        {texts.save}
      </Button>
    </>
  );
}
