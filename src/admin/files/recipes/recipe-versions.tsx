import { Box } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { Recipe } from '../../../contract/jobs.ts';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useConfig } from '../../client/config.tsx';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { useTexts } from '../../messages/texts.ts';
import { ProblemAlert } from '../problem-alert.tsx';
import { RecipeSettings } from './recipe-settings.tsx';
import { changeRecipe, useMayChange, useReload, useVersions } from './recipes.ts';

/** The versions of a recipe, the settings of one of them, and the way back to it. */
export function RecipeVersions({ recipe, onClose }: { recipe: Recipe; onClose: () => void }) {
  const texts = useTexts('import-recipes');
  const { user } = useConfig();
  const { data, error, isPending } = useVersions(recipe);
  const [chosen, setChosen] = useState(recipe.version);
  const notify = useNotify();
  const reload = useReload();
  const mayChange = useMayChange()(recipe);
  const version = data?.find((each) => each.version === chosen) ?? data?.[0];
  const back = useMutation({
    mutationFn: async () => {
      if (version) await changeRecipe(recipe, { request: version.request });
    },
    onSuccess: async () => {
      const text = fillTemplate(texts.wentBack, { version: String(chosen) });
      notify(text, { type: 'success' });
      setChosen(recipe.version + 1);
      await reload();
    },
    onError: () => void reload(),
  });
  const isOld = version !== undefined && version.version !== recipe.version;
  return (
    <DialogFrame
      title={fillTemplate(texts.versionsOf, { name: recipe.name })}
      cancel={texts.close}
      action={mayChange ? texts.goBack : undefined}
      isDisabled={!isOld}
      isLoading={back.isPending}
      onAction={() => back.mutate()}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, pt: 1 }}>
        <QueryState error={error} isPending={isPending} loading={texts.loading} />
        <ProblemAlert error={back.error} />
        {data && version && (
          <>
            <NativeSelect
              label={texts.columns.version}
              value={String(version.version)}
              options={data.map((each) => [
                String(each.version),
                fillTemplate(texts.versionLine, {
                  version: String(each.version),
                  name: each.name,
                  who: each.savedBy === user._id ? texts.you : (each.savedByName ?? '–'),
                  when: showDateTime(each.savedAt),
                }),
              ])}
              onChange={(to) => setChosen(Number(to))}
            />
            <RecipeSettings request={version.request} />
          </>
        )}
      </Box>
    </DialogFrame>
  );
}
